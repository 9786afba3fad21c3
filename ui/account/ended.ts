import { noteStanding } from '../state/account.ts';
import { isApiError } from '../state/server.ts';

/** A way on from what went wrong. */
export interface WayOn {
  href: string;
  title: string;
}

/**
 * Notes it where an answer says that nobody is signed in any more; what is on the page stays.
 * @returns the way back in, which leads to the account; nothing where the account is gone, or something else went wrong.
 */
export function noteEnded(error: unknown): WayOn | undefined {
  if (!isApiError(error) || (error.status !== 401 && error.status !== 410)) return undefined;
  noteStanding('out');
  return error.status === 401 ? { href: '/sign-in', title: 'Sign in' } : undefined;
}
