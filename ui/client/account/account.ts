import { proxy } from 'valtio/vanilla';
import { owner, setOwner } from '../page/owner.ts';

/** Sign-in status; 'off' if the server has no accounts. */
export type SignInStatus = 'in' | 'out' | 'off';

const key = 'cutroom-account';

/** Last known sign-in status, and whether a sign-out is in progress. */
export const account = proxy({ standing: 'out' as SignInStatus, isLeaving: false });

/** Restores the status of the last visit, so that the page does not jump, then asks the server and starts syncing. */
export async function restoreAccount(): Promise<void> {
  try {
    const known = localStorage.getItem(key);
    if (known === 'in' || known === 'off') account.standing = known;
  } catch {
    // Storage may be forbidden; then only the server's response counts.
  }
  // Without schemas, because this runs on first load.
  const answer = await fetch('/api/v1/me').catch(() => undefined);
  // During sign-out, the page navigates once all local data is removed.
  if (!answer?.ok || account.isLeaving) return;
  const { accounts, user } = (await answer.json()) as { accounts: boolean; user: { id: string } | null };
  setSignInStatus(accounts ? (user ? 'in' : 'out') : 'off');
  if (setOwner(user?.id ?? '')) location.reload();
  else if (owner) void startSync();
}

/** Starts syncing the account's projects with the server in the background. */
export async function startSync(): Promise<void> {
  const { startSyncing } = await import('../sync/keepInSync.ts');
  startSyncing();
}

/** Stores the sign-in status for this visit and the next. */
export function setSignInStatus(standing: SignInStatus): void {
  account.standing = standing;
  try {
    localStorage.setItem(key, standing);
  } catch {
    // It then lasts as long as the page.
  }
}
