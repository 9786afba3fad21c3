import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { isFinal, videoParams } from '../contract/video.ts';
import type { Service } from '../service.ts';
import { isSecretId } from '../sources/ids.ts';
import { notFound } from './httpError.ts';
import { recordOf } from './record.ts';

const HEARTBEAT_MS = 15_000;
/** Workers of other processes are only seen by looking. */
const LOOK_MS = 1000;

/** The changes of a video as server-sent events: "video" with the record, now and after every change, until it is final. */
export function eventRoutes(service: Service): FastifyPluginAsyncZod {
  return async (app) => {
    // Streams never end by themselves while a video is on its way: the server's end must end them.
    const closing = new AbortController();
    app.addHook('preClose', async () => closing.abort());
    app.get(
      '/videos/:id/events',
      { schema: { summary: 'Changes of a video (server-sent events)', params: videoParams } },
      async (request, reply) => {
        const { id } = request.params;
        if (!isSecretId(id) || !(await service.store.get(id))) throw notFound('This video');
        const gone = new AbortController();
        request.raw.once('close', () => gone.abort());
        const signal = AbortSignal.any([closing.signal, gone.signal]);
        return reply
          .type('text/event-stream; charset=utf-8')
          .header('cache-control', 'no-store')
          .header('x-accel-buffering', 'no')
          .send(Readable.from(eventsOf(service, id, request, signal)));
      },
    );
  };
}

async function* eventsOf(
  service: Service,
  id: string,
  request: FastifyRequest,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { store, changes, database } = service;
  const pause = database.kind === 'embedded' ? HEARTBEAT_MS : LOOK_MS;
  yield 'retry: 1000\n\n';
  let shown = '';
  let spoken = Date.now();
  for (let count = 1; !signal.aborted; count += 1) {
    // Listening begins before the row is read, so that no change falls in between.
    const change = changes.next(id, pause, signal);
    const row = await store.get(id);
    if (!row) return;
    const data = JSON.stringify(recordOf(row, request));
    const silent = Date.now() - spoken >= HEARTBEAT_MS;
    if (data !== shown) yield `id: ${count}\nevent: video\ndata: ${data}\n\n`;
    else if (silent) yield ': still here\n\n';
    if (data !== shown || silent) spoken = Date.now();
    shown = data;
    if (isFinal(row)) return;
    await change;
  }
}
