import { proxy } from 'valtio/vanilla';
import { later } from './later.ts';
import { owner, setOwner } from './owner.ts';

/** Whether somebody has signed in here; 'off' where nobody can. */
export type Standing = 'in' | 'out' | 'off';

const key = 'cutroom-account';

/** Whether somebody has signed in, as the server said last, and whether they are on their way out. */
export const account = proxy({ standing: 'out' as Standing, isLeaving: false });

/** Takes up what was so on the last visit, so that nothing jumps, asks the server, and keeps the account's projects in step with it. */
export async function restoreAccount(): Promise<void> {
  try {
    const known = localStorage.getItem(key);
    if (known === 'in' || known === 'off') account.standing = known;
  } catch {
    // Storage may be forbidden; then the server's answer alone counts.
  }
  // Without schemas: this is part of the first page.
  const answer = await fetch('/api/v1/me').catch(() => undefined);
  // On the way out the page goes by itself, once nothing is left here.
  if (!answer?.ok || account.isLeaving) return;
  const { accounts, user } = (await answer.json()) as { accounts: boolean; user: { id: string } | null };
  noteStanding(accounts ? (user ? 'in' : 'out') : 'off');
  if (setOwner(user?.id ?? '')) location.reload();
  else if (owner) void startSync();
}

/** Keeps the account's projects in step with the server, beside whatever the page does. */
export async function startSync(): Promise<void> {
  const { keepInSync } = await later(() => import('../projects/sync/keepInSync.ts'));
  keepInSync();
}

/** Notes whether somebody has signed in, for this visit and the next. */
export function noteStanding(standing: Standing): void {
  account.standing = standing;
  try {
    localStorage.setItem(key, standing);
  } catch {
    // Then it lasts as long as the page.
  }
}
