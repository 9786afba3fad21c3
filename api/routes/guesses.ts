import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountsOf } from '../accounts/accounts.ts';
import type { TryLimit } from '../accounts/tries.ts';
import { DEVICE_COOKIE, SAFE_DEVICE_COOKIE } from '../contract/http.ts';
import { fail } from '../system/serviceError.ts';
import { clientOf } from './addresses.ts';

/** Limits password guesses without locking an account's owner out. */
export interface Guesses {
  /**
   * Counts a password try before the password is checked. A device that has signed in to the account before counts on
   * its own; unknown devices count per address and all together.
   * @returns a function that takes the try back after a correct password.
   * @throws ServiceError 429
   */
  expectFew(request: FastifyRequest, reply: FastifyReply, email: string): Promise<() => Promise<void>>;
  /** Remembers the device of a request as known to an account. */
  remember(request: FastifyRequest, reply: FastifyReply, userId: string): Promise<void>;
}

/** The hourly limit of a device or address, in minutes of tries; all unknown ones together have twice as many. */
const MINUTES_OF_TRIES = 5;
const DEVICE_SECONDS = 400 * 24 * 3600;

/** Creates the limiter. @param perMinute tries per email address that one device or address has in a minute. */
export function createGuesses(accounts: AccountsOf, perMinute: number): Guesses {
  const limitsOf = (email: string, device: string | undefined, client: string): TryLimit[] => {
    const by = device === undefined ? `address:${client}` : `device:${device}`;
    const hour = { most: perMinute * MINUTES_OF_TRIES, seconds: 3600 };
    const own = [
      { key: `minute:${by}:${email}`, most: perMinute, seconds: 60 },
      { key: `hour:${by}:${email}`, ...hour },
    ];
    // Last, so that excess tries of one address do not count against all.
    return device === undefined ? [...own, { key: `all:${email}`, ...hour, most: 2 * hour.most }] : own;
  };
  return {
    async expectFew(request, reply, address) {
      const { devices, tries } = accounts();
      const email = address.toLowerCase();
      const secret = deviceOf(request);
      const device = secret !== undefined && (await devices.isKnown(secret, email)) ? secret : undefined;
      const limits = limitsOf(email, device, clientOf(request.ip));
      const seconds = await tries.count(limits);
      if (seconds === 0) return () => tries.uncount(limits);
      reply.header('retry-after', String(seconds));
      throw fail('too-many-requests', `Too many attempts. Please try again in ${seconds} s.`);
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
