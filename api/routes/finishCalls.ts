import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** How long a server that ends waits for calls on their way, milliseconds; what takes longer, as a large upload may, is asked for again. */
const MOST_MS = 5000;

/**
 * Lets a server end without cutting off the calls on their way: it takes no connection any more, and answers what it was asked. Streams
 * (media, events) are not waited for, since whoever reads one asks for the rest elsewhere. With `return503OnClosing: false` it also
 * answers what comes meanwhile over a connection that it took before.
 */
export function finishCalls(app: FastifyInstance): void {
  const open = new Set<FastifyRequest>();
  let onLast = () => {};
  const forget = (request: FastifyRequest) => {
    open.delete(request);
    if (open.size === 0) onLast();
  };
  app.addHook('onRequest', async (request, reply) => {
    open.add(request);
    reply.raw.once('close', () => forget(request));
  });
  app.addHook('onSend', async (request, _reply, payload) => {
    if (payload instanceof Readable || payload instanceof ReadableStream) forget(request);
  });
  app.addHook('preClose', async () => {
    app.server.close();
    if (open.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, MOST_MS);
      onLast = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  });
}
