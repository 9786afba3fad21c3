import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { hostileProblems } from '../../engine/project/guard.ts';
import { fail } from '../system/serviceError.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Any site may call this route: its URL contains a secret. */
    isForAllSites?: boolean;
  }
}

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Types that another site's page can send without a CORS preflight; no legitimate client needs them here. */
const simple = /^(text\/plain|application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** Rejects changing requests from pages of other sites (RELIABILITY: CSRF). @throws ServiceError 403 */
export async function rejectOtherSites(request: FastifyRequest): Promise<void> {
  if (safe.has(request.method) || request.routeOptions.config.isForAllSites) return;
  await rejectCrossSite(request);
  if (request.method === 'POST' && simple.test(request.headers['content-type'] ?? '')) {
    throw fail('forbidden', 'Please send JSON (Content-Type: application/json).');
  }
}

/**
 * Rejects all requests from pages of other sites; for routes that cause work although they only read. @throws ServiceError
 * 403
 */
export async function rejectCrossSite(request: FastifyRequest): Promise<void> {
  const site = request.headers['sec-fetch-site'];
  const isOwn = site === undefined ? isOwnOrigin(request) : site === 'same-origin' || site === 'none';
  if (!isOwn) throw fail('forbidden', 'Requests from other sites are not allowed.');
}

/** Rejects JSON that no legitimate client sends: keys that alter objects, deep nesting. @throws ServiceError 400 */
export async function rejectHostileJson(request: FastifyRequest): Promise<void> {
  if (request.body instanceof Readable || request.body instanceof Uint8Array) return;
  const problems = hostileProblems(request.body);
  if (problems[0]) throw fail('malformed', problems[0].message, { problems });
}

/** Returns the origin of a request, such as "http://localhost:3000"; '' if its Host is invalid. */
export function originOf(request: FastifyRequest): string {
  try {
    return new URL(`${request.protocol}://${request.host}`).origin;
  } catch {
    return '';
  }
}

// Without an Origin header it is no browser but a command line or server, which no page can control.
function isOwnOrigin(request: FastifyRequest): boolean {
  const { origin } = request.headers;
  return origin === undefined || origin === originOf(request);
}
