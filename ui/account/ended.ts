import { setSignInStatus } from '../state/account.ts';
import { isApiError } from '../state/server.ts';

/** Link that helps after an error. */
export interface RecoveryLink {
  href: string;
  title: string;
}

/**
 * Updates the sign-in status if an error says that the session has ended; the page stays as it is.
 * @returns a link to the sign-in; undefined if the account was deleted or for other errors.
 */
export function noteEnded(error: unknown): RecoveryLink | undefined {
  if (!isApiError(error) || (error.status !== 401 && error.status !== 410)) return undefined;
  setSignInStatus('out');
  return error.status === 401 ? { href: '/sign-in', title: 'Sign in' } : undefined;
}
