import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountMessages } from '../accounts/accountError.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Person, SignIn } from '../accounts/person.ts';
import { ACCOUNT_COOKIE, SAFE_ACCOUNT_COOKIE } from '../contract/http.ts';
import { fail } from '../system/serviceError.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in account; otherwise null. */
    account: Authenticated | null;
  }
}

/** An authenticated user and its credential. */
export interface Authenticated {
  person: Person;
  /** Undefined for a script with a token. */
  secret: string | undefined;
}

const YEAR_SECONDS = 365 * 24 * 3600;

/**
 * Returns a hook that authenticates a request by sign-in cookie or token. An expired sign-in counts as signed out; an
 * unknown token is rejected. @throws ServiceError 401
 */
export function authenticate(accounts: Accounts | undefined): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    // By route, not by URL: the router decodes `/%61pi/`.
    if (!accounts || !request.routeOptions.url?.startsWith('/api/')) return;
    const token = tokenOf(request);
    if (token !== undefined) {
      const person = await accounts.tokens.find(token);
      if (!person) throw fail('signed-out', accountMessages.unknownToken);
      request.account = { person, secret: undefined };
      return;
    }
    const secret = secretOf(request);
    if (secret === undefined) return;
    const person = await (await accounts.people()).find(secret);
    request.account = person ? { person, secret } : null;
  };
}

/** Sets the sign-in cookie, restricted to this host over HTTPS. */
export function setSignInCookie(request: FastifyRequest, reply: FastifyReply, { secret }: SignIn): void {
  reply.setCookie(cookieOf(request), secret, { ...cookieFor(request), maxAge: YEAR_SECONDS });
}

/** Deletes the sign-in cookie. */
export function clearSignInCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(cookieOf(request), cookieFor(request));
}

/** Returns the authenticated user. @throws ServiceError 401 */
export function signedIn({ account }: FastifyRequest): Authenticated {
  if (!account) throw fail('signed-out', accountMessages.signedOut);
  return account;
}

/**
 * Returns the user of a sign-in; rejects tokens, since a leaked token must not allow taking over the account. @throws
 * ServiceError 401, 403
 */
export function signedInByCookie(request: FastifyRequest): { person: Person; secret: string } {
  const { person, secret } = signedIn(request);
  if (secret === undefined) throw fail('forbidden', accountMessages.notByToken);
  return { person, secret };
}

const cookieFor = (request: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: request.protocol === 'https' }) as const;

function cookieOf(request: FastifyRequest): string {
  return request.protocol === 'https' ? SAFE_ACCOUNT_COOKIE : ACCOUNT_COOKIE;
}

function secretOf(request: FastifyRequest): string | undefined {
  const secret = request.cookies[cookieOf(request)];
  return secret && /^[A-Za-z0-9]{20,64}$/.test(secret) ? secret : undefined;
}

function tokenOf({ headers: { authorization = '' } }: FastifyRequest): string | undefined {
  return /^Bearer (cutroom_[A-Za-z0-9_-]{1,100})$/i.exec(authorization)?.[1];
}
