import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountsOf } from '../accounts/accounts.ts';
import type { TryLimit } from '../accounts/tries.ts';
import { DEVICE_COOKIE, SAFE_DEVICE_COOKIE } from '../contract/http.ts';
import { clientOf } from './addresses.ts';
import { HttpError } from './httpError.ts';

/** Slows down guesses of passwords without keeping an account's owner out. */
export interface Guesses {
  /**
   * Counts a try to sign in, or to confirm with the password, before the password is checked. A device that signed in to the account before is counted
   * by itself; others by their address, and all of them together.
   * @returns what takes the try back, once the password was right.
   * @throws HttpError 429
   */
  expectFew(request: FastifyRequest, reply: FastifyReply, email: string): Promise<() => Promise<void>>;
  /** Remembers that an account is signed in to on the device of a request. */
  remember(request: FastifyRequest, reply: FastifyReply, userId: string): Promise<void>;
}

/** So many minutes of tries are an hour's limit of one device or address, and twice as many that of all unknown ones. */
const MINUTES_OF_TRIES = 5;
const DEVICE_SECONDS = 400 * 24 * 3600;

/** @param perMinute tries under one email address that one device or address may make in a minute. */
export function createGuesses(accounts: AccountsOf, perMinute: number): Guesses {
  const limitsOf = (email: string, device: string | undefined, client: string): TryLimit[] => {
    const by = device === undefined ? `address:${client}` : `device:${device}`;
    const hour = { most: perMinute * MINUTES_OF_TRIES, seconds: 3600 };
    const own = [
      { key: `minute:${by}:${email}`, most: perMinute, seconds: 60 },
      { key: `hour:${by}:${email}`, ...hour },
    ];
    // Last: what one address alone tries too often does not count against all.
    return device === undefined ? [...own, { key: `all:${email}`, ...hour, most: 2 * hour.most }] : own;
  };
  return {
    async expectFew(request, reply, address) {
      const { devices, tries } = accounts();
      const email = address.toLowerCase();
      const secret = deviceOf(request);
      const device = secret !== undefined && (await devices.know(secret, email)) ? secret : undefined;
      const limits = limitsOf(email, device, clientOf(request.ip));
      const seconds = await tries.count(limits);
      if (seconds === 0) return () => tries.uncount(limits);
      reply.header('retry-after', String(seconds));
      throw new HttpError(429, 'too-many-requests', `Too many attempts. Please try again in ${seconds} s.`);
    },
    async remember(request, reply, userId) {
      const isSafe = request.protocol === 'https';
      const secret = await accounts().devices.remember(deviceOf(request), userId);
      const cookie = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSafe, maxAge: DEVICE_SECONDS } as const;
      reply.setCookie(isSafe ? SAFE_DEVICE_COOKIE : DEVICE_COOKIE, secret, cookie);
    },
  };
}

function deviceOf({ protocol, cookies }: FastifyRequest): string | undefined {
  const secret = cookies[protocol === 'https' ? SAFE_DEVICE_COOKIE : DEVICE_COOKIE];
  return secret && /^[A-Za-z0-9_-]{43}$/.test(secret) ? secret : undefined;
}
