import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ownerOfAccount } from '../accounts/claim.ts';
import { SESSION_COOKIE } from '../contract/http.ts';
import { hashSecret } from '../sources/ids.ts';

const YEAR_SECONDS = 365 * 24 * 3600;

/** The owner that a request stands for: an account, or an anonymous session; undefined when it has neither. */
export function knownOwner(request: FastifyRequest): string | undefined {
  return request.account ? ownerOfAccount(request.account.person.id) : anonymousOwner(request);
}

/** The owner that a request's anonymous session stands for, whether or not somebody has signed in; undefined when it has none. */
export function anonymousOwner(request: FastifyRequest): string | undefined {
  const secret = request.cookies[SESSION_COOKIE];
  return secret && /^[A-Za-z0-9_-]{22,64}$/.test(secret) ? hashSecret(secret) : undefined;
}

/** Has the browser forget the anonymous session: what it made is an account's now. */
export function forgetAnonymous(reply: FastifyReply): void {
  reply.clearCookie(SESSION_COOKIE, { path: '/' });
}

/** The owner of what a request makes: its account or session, or that of a new anonymous session of 128 random bits. */
export function ownerOf(request: FastifyRequest, reply: FastifyReply): string {
  const known = knownOwner(request);
  if (known) return known;
  const secret = randomBytes(16).toString('base64url');
  reply.setCookie(SESSION_COOKIE, secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: YEAR_SECONDS,
  });
  return hashSecret(secret);
}

/** The same, asked when it is needed, and once: each time a new visitor's session would be another one. */
export function ownerOnce(request: FastifyRequest, reply: FastifyReply): () => string {
  let owner: string | undefined;
  return () => {
    owner ??= ownerOf(request, reply);
    return owner;
  };
}
