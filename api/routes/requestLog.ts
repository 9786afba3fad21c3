import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isSecretId } from '../sources/ids.ts';
import { type Log, type LogFacts, loggedAbout } from '../system/log.ts';

/** Header for a request's id, in requests (from clients or proxies) and answers. */
const HEADER = 'x-request-id';

/** Returns the id of a request: the client's if it is short and plain, otherwise a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const brought = headers[HEADER];
  return typeof brought === 'string' && /^[\w.-]{1,64}$/.test(brought) ? brought : randomUUID();
}

/** Returns what log lines about a request include: not its URL, which may contain secrets. */
export function factsOf({ id, params, routeOptions }: FastifyRequest): LogFacts {
  const { id: video } = (params ?? {}) as { id?: unknown };
  const isVideo = /\/videos\/:id\b/.test(routeOptions.url ?? '') && typeof video === 'string' && isSecretId(video);
  return { request: id, ...(isVideo ? { video } : {}) };
}

/** Adds the request id to its log lines and its answer, and logs each answer at level debug. */
export function logRequests(app: FastifyInstance, log: Log): void {
  app.addHook('onRequest', (request, reply, next) => {
    reply.header(HEADER, request.id);
    loggedAbout(factsOf(request), next);
  });
  app.addHook('onResponse', async (request, { statusCode: status, elapsedTime }) => {
    const route = `${request.method} ${request.routeOptions.url ?? 'none'}`;
    log.debug('answered', { ...factsOf(request), route, status, ms: Math.round(elapsedTime) });
  });
}
