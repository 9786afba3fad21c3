import type { Me } from '../../api/contract/account.ts';
import { setSignInStatus } from '../state/account.ts';
import { setOwner } from '../state/owner.ts';

/** Opens the account after a sign-in. Reloads the page, because the owner of this browser's data changes. */
export function enter({ user }: Me): void {
  setSignInStatus('in');
  setOwner(user?.id ?? '');
  window.location.assign('/my');
}
