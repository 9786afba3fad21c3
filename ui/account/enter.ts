import type { Me } from '../../api/contract/account.ts';
import { noteStanding } from '../state/account.ts';
import { setOwner } from '../state/owner.ts';

/** Opens the account of whoever has just signed in. What is stored in this browser is another's from now on: the pages begin anew. */
export function enter({ user }: Me): void {
  noteStanding('in');
  setOwner(user?.id ?? '');
  window.location.assign('/my');
}
