import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ownerOfAccount } from '../accounts/claim.ts';
import { SAFE_SESSION_COOKIE, SESSION_COOKIE } from '../contract/http.ts';
import { hashSecret } from '../sources/ids.ts';
import type { Requester } from '../sources/requester.ts';

const YEAR_SECONDS = 365 * 24 * 3600;

/** Returns the owner of a request: its account or anonymous session; undefined if it has neither. */
export function knownOwner(request: FastifyRequest): string | undefined {
  return request.account ? ownerOfAccount(request.account.person.id) : anonymousOwner(request);
}

/**
 * Returns the owner of a request's anonymous session, even if it is signed in; undefined without one. Over HTTPS, the
 * cookie without the prefix (set by earlier releases) counts only if the other is missing.
 */
export function anonymousOwner(request: FastifyRequest): string | undefined {
  const secret = secretOf(request);
  return secret === undefined ? undefined : hashSecret(secret);
}

/** Deletes the anonymous session's cookie after its data was moved to an account. */
export function forgetAnonymous(request: FastifyRequest, reply: FastifyReply): void {
  for (const name of namesFor(request)) reply.clearCookie(name, cookieFor(request));
}

/** Returns the requester: its account or session, or a new anonymous session with 128 random bits. */
export function requesterOf(request: FastifyRequest, reply: FastifyReply): Requester {
  upgradeSession(request, reply);
  return { owner: knownOwner(request) ?? newSession(request, reply), party: request.party };
}

function newSession(request: FastifyRequest, reply: FastifyReply): string {
  const secret = randomBytes(16).toString('base64url');
  keepSession(request, reply, secret);
  return hashSecret(secret);
}

/** Moves a session to the prefixed cookie over HTTPS; the owner stays the same. */
export function upgradeSession(request: FastifyRequest, reply: FastifyReply): void {
  if (request.protocol !== 'https' || validSecret(request.cookies[SAFE_SESSION_COOKIE])) return;
  const secret = secretOf(request);
  if (secret === undefined) return;
  keepSession(request, reply, secret);
  reply.clearCookie(SESSION_COOKIE, cookieFor(request));
}

function keepSession(request: FastifyRequest, reply: FastifyReply, secret: string): void {
  reply.setCookie(namesFor(request)[0], secret, { ...cookieFor(request), maxAge: YEAR_SECONDS });
}

/** Names of the cookie; the first one is set. */
function namesFor(request: FastifyRequest): readonly [string, ...string[]] {
  return request.protocol === 'https' ? [SAFE_SESSION_COOKIE, SESSION_COOKIE] : [SESSION_COOKIE];
}

const cookieFor = (request: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: request.protocol === 'https' }) as const;

function secretOf(request: FastifyRequest): string | undefined {
  for (const name of namesFor(request)) {
    const secret = validSecret(request.cookies[name]);
    if (secret) return secret;
  }
  return undefined;
}

function validSecret(secret: string | undefined): string | undefined {
  return secret && /^[A-Za-z0-9_-]{22,64}$/.test(secret) ? secret : undefined;
}

/** Returns a function that creates the requester once: creating it twice would give a new visitor two sessions. */
export function requesterOnce(request: FastifyRequest, reply: FastifyReply): () => Requester {
  let requester: Requester | undefined;
  return () => {
    requester ??= requesterOf(request, reply);
    return requester;
  };
}
