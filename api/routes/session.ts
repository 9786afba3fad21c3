import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_COOKIE } from '../contract/http.ts';
import { hashSecret } from '../sources/ids.ts';

const YEAR_SECONDS = 365 * 24 * 3600;

/** The owner that a request's session stands for; undefined when it has none. */
export function knownOwner(request: FastifyRequest): string | undefined {
  const secret = request.cookies[SESSION_COOKIE];
  return secret && /^[A-Za-z0-9_-]{22,64}$/.test(secret) ? hashSecret(secret) : undefined;
}

/** The owner of what a request makes: its session's, or that of a new anonymous session of 128 random bits. */
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
