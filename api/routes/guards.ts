import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { hostileProblems } from '../../engine/project/guard.ts';
import { HttpError } from './httpError.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages of any site may call this: what it needs is a secret in its address. */
    isForAllSites?: boolean;
  }
}

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Types that a page of another site can send without being asked; nobody honest needs them here. */
const simple = /^(text\/plain|application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** Refuses calls that change something when they come from another site's page (RELIABILITY: CSRF). @throws HttpError 403 */
export async function refuseOtherSites(request: FastifyRequest): Promise<void> {
  if (safe.has(request.method) || request.routeOptions.config.isForAllSites) return;
  await refuseUseByOtherSites(request);
  if (request.method === 'POST' && simple.test(request.headers['content-type'] ?? '')) {
    throw new HttpError(403, 'forbidden', 'Please send JSON (Content-Type: application/json).');
  }
}

/** Refuses whatever another site's page asks for: a hook for what makes work though it only reads. @throws HttpError 403 */
export async function refuseUseByOtherSites(request: FastifyRequest): Promise<void> {
  const site = request.headers['sec-fetch-site'];
  const isOwn = site === undefined ? isOwnOrigin(request) : site === 'same-origin' || site === 'none';
  if (!isOwn) throw new HttpError(403, 'forbidden', 'Requests from other sites are not allowed.');
}

/** Refuses JSON that no honest client sends: keys that alter objects, deep nesting. @throws HttpError 400 */
export async function refuseHostileJson(request: FastifyRequest): Promise<void> {
  if (request.body instanceof Readable || request.body instanceof Uint8Array) return;
  const problems = hostileProblems(request.body);
  if (problems[0]) throw new HttpError(400, 'malformed', problems[0].message, problems);
}

/** Origin under which a request reached us, such as "http://localhost:3000"; '' when its Host makes no sense. */
export function originOf(request: FastifyRequest): string {
  try {
    return new URL(`${request.protocol}://${request.host}`).origin;
  } catch {
    return '';
  }
}

// No browser, no Origin: a command line or a server, which no page can drive.
function isOwnOrigin(request: FastifyRequest): boolean {
  const { origin } = request.headers;
  return origin === undefined || origin === originOf(request);
}
