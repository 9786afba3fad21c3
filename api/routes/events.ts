import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { videoParams } from '../contract/video.ts';
import { createSharedReads, type ReadVideoRow } from '../jobs/jobChanges.ts';
import { hasEnded } from '../jobs/videoRecord.ts';
import type { Service } from '../service/service.ts';
import { isSecretId } from '../sources/ids.ts';
import { clientOf } from './addresses.ts';
import { tooMany } from './connections.ts';
import { notFound } from './httpError.ts';
import { canSee, recordOf } from './record.ts';
import { endReplays } from './replays.ts';

const HEARTBEAT_MS = 15_000;
/** Milliseconds between polls for changes by workers of other processes. */
const LOOK_MS = 1000;

/**
 * Route for a video's changes as server-sent events: a "video" event with the record, now and on every change, until it
 * is final. @param options.perClient open streams per client.
 */
export function eventRoutes(
  service: Pick<Service, 'changes' | 'database' | 'store'>,
  options: { perClient: number },
): FastifyPluginAsyncZod {
  return async (app) => {
    // Streams stay open while a video renders, so closing the server must end them.
    const closing = new AbortController();
    const isEmbedded = service.database.kind === 'embedded';
    const look = createSharedReads(service.store, service.changes, isEmbedded ? 0 : LOOK_MS / 4);
    const streams = new Map<string, number>();
    app.addHook('preClose', async () => closing.abort());
    app.get(
      '/videos/:id/events',
      { schema: { summary: 'Stream changes of a video (server-sent events)', params: videoParams } },
      async (request, reply) => {
        const { id } = request.params;
        const first = isSecretId(id) ? await look(id) : undefined;
        if (!first || !canSee(first, request)) throw notFound('This video');
        await endReplays(service.store, request, [first]);
        const client = clientOf(request.ip);
        const others = streams.get(client) ?? 0;
        if (others >= options.perClient) throw tooMany(reply, 'Too many connections from one address.');
        const gone = new AbortController();
        streams.set(client, others + 1);
        reply.raw.once('close', () => {
          gone.abort();
          const left = (streams.get(client) ?? 1) - 1;
          if (left === 0) streams.delete(client);
          else streams.set(client, left);
        });
        const signal = AbortSignal.any([closing.signal, gone.signal]);
        return reply
          .type('text/event-stream; charset=utf-8')
          .header('cache-control', 'no-store')
          .header('x-accel-buffering', 'no')
          .send(Readable.from(eventsOf(service, look, request, signal)));
      },
    );
  };
}

async function* eventsOf(
  { changes, database }: Pick<Service, 'changes' | 'database'>,
  look: ReadVideoRow,
  request: FastifyRequest<{ Params: { id: string } }>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { id } = request.params;
  const pause = database.kind === 'embedded' ? HEARTBEAT_MS : LOOK_MS;
  yield 'retry: 1000\n\n';
  let shown = '';
  let spoken = performance.now();
  for (let count = 1; !signal.aborted; count += 1) {
    // Subscribe before reading the row, so that no change is missed in between.
    const change = changes.next(id, pause, signal);
    const row = await look(id);
    if (!row || !canSee(row, request)) return;
    const data = JSON.stringify(recordOf(row, request));
    const silent = performance.now() - spoken >= HEARTBEAT_MS;
    if (data !== shown) yield `id: ${count}\nevent: video\ndata: ${data}\n\n`;
    else if (silent) yield ': still here\n\n';
    if (data !== shown || silent) spoken = performance.now();
    shown = data;
    if (hasEnded(row)) return;
    await change;
  }
}
