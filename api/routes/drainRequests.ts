import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Milliseconds that a stopping server waits for running requests; longer ones, such as large uploads, must be sent
 * again.
 */
const MOST_MS = 5000;

/**
 * Lets the server stop without cutting off running requests: it accepts no new connections and answers what it has
 * received. It does not wait for streams (media, events), which clients resume elsewhere. With `return503OnClosing:
 * false`, requests on existing connections are also still answered.
 */
export function drainRequests(app: FastifyInstance): void {
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
