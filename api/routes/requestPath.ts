import type { FastifyRequest } from 'fastify';

/** The path of a request without its query, decoded as the router decodes it (`/%61pi` is `/api`); an invalid one stays as it is. */
export function pathOf({ url }: Pick<FastifyRequest, 'url'>): string {
  const path = url.split('?')[0] ?? '';
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
