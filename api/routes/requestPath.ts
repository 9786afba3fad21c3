import type { FastifyRequest } from 'fastify';

/** Returns the path without its query, decoded like the router does (`/%61pi` is `/api`); an invalid path unchanged. */
export function pathOf({ url }: Pick<FastifyRequest, 'url'>): string {
  const path = url.split('?')[0] ?? '';
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
