import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isSecretId } from '../sources/ids.ts';
import { type Log, type LogFacts, loggedAbout } from '../system/log.ts';

/** Name of the header in which a request's id comes, from whoever asks or a proxy, and goes. */
const HEADER = 'x-request-id';

/** The id of a request: the one that it brings where that is short and plain, else one of ours. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const brought = headers[HEADER];
  return typeof brought === 'string' && /^[\w.-]{1,64}$/.test(brought) ? brought : randomUUID();
}

/** What lines about a request say it is about. Its address is not among it, which may hold secrets: only its route's pattern. */
export function factsOf({ id, params, routeOptions }: FastifyRequest): LogFacts {
  const { id: video } = (params ?? {}) as { id?: unknown };
  const isVideo = /\/videos\/:id\b/.test(routeOptions.url ?? '') && typeof video === 'string' && isSecretId(video);
  return { request: id, ...(isVideo ? { video } : {}) };
}

/** Has every line of the log that a request leads to name it, its answer tell its id, and each answer be a line of level debug. */
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
