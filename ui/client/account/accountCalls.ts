import type { Me } from '../../../api/contract/account.ts';
import type { AccountClient } from '../../../api/contract/accountClient.ts';
import { setOwner } from '../page/owner.ts';
import { isApiError, watchedFetch } from '../page/server.ts';
import { setSignInStatus } from './account.ts';

/** Returns the page's client for accounts; loads it on first use. */
export async function accountCalls(): Promise<AccountClient> {
  const { createAccountClient } = await import('../../../api/contract/accountClient.ts');
  return createAccountClient({ fetch: watchedFetch });
}

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

/** Opens the account after a sign-in. Reloads the page, because the owner of this browser's data changes. */
export function openAccount({ user }: Me): void {
  setSignInStatus('in');
  setOwner(user?.id ?? '');
  window.location.assign('/my');
}
