import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ownerOfAccount } from '../accounts/claim.ts';
import { SAFE_SESSION_COOKIE, SESSION_COOKIE } from '../contract/http.ts';
import { hashSecret } from '../sources/ids.ts';
import type { Requester } from '../sources/requester.ts';

const YEAR_SECONDS = 365 * 24 * 3600;

/** The owner that a request stands for: an account, or an anonymous session; undefined when it has neither. */
export function knownOwner(request: FastifyRequest): string | undefined {
  return request.account ? ownerOfAccount(request.account.person.id) : anonymousOwner(request);
}

/**
 * The owner that a request's anonymous session stands for, whether or not somebody has signed in; undefined when it has
 * none. Over HTTPS the cookie without the prefix counts only where the other one is missing: earlier releases set it.
 */
export function anonymousOwner(request: FastifyRequest): string | undefined {
  const secret = secretOf(request);
  return secret === undefined ? undefined : hashSecret(secret);
}

/** Makes the browser forget the anonymous session: what it made is an account's now. */
export function forgetAnonymous(request: FastifyRequest, reply: FastifyReply): void {
  for (const name of namesFor(request)) reply.clearCookie(name, cookieFor(request));
}

/** Who a request works for: its account or session, or a new anonymous session of 128 random bits. */
export function requesterOf(request: FastifyRequest, reply: FastifyReply): Requester {
  upgradeSession(request, reply);
  return { owner: knownOwner(request) ?? newSession(request, reply), party: request.party };
}

function newSession(request: FastifyRequest, reply: FastifyReply): string {
  const secret = randomBytes(16).toString('base64url');
  keepSession(request, reply, secret);
  return hashSecret(secret);
}

/** Moves a session that came over HTTPS in the cookie without the prefix to the cookie with it: the same owner. */
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

/** Names of the cookie, the one to set first. */
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

/** The same, found when it is first needed: found twice, a new visitor would get two sessions. */
export function requesterOnce(request: FastifyRequest, reply: FastifyReply): () => Requester {
  let requester: Requester | undefined;
  return () => {
    requester ??= requesterOf(request, reply);
    return requester;
  };
}
