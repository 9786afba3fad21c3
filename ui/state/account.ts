import { proxy } from 'valtio/vanilla';

/** Whether somebody has signed in here; 'off' where nobody can. */
export type Standing = 'in' | 'out' | 'off';

const key = 'cutroom-account';

/** Whether somebody has signed in, as the server said last. */
export const account = proxy<{ standing: Standing }>({ standing: 'out' });

/** Takes up what was so on the last visit, so that nothing jumps, and asks the server. */
export async function restoreAccount(): Promise<void> {
  try {
    const known = localStorage.getItem(key);
    if (known === 'in' || known === 'off') account.standing = known;
  } catch {
    // Storage may be forbidden; then the server's answer alone counts.
  }
  // Without schemas: this is part of the first page.
  const answer = await fetch('/api/v1/me').catch(() => undefined);
  if (!answer?.ok) return;
  const { accounts, user } = (await answer.json()) as { accounts: boolean; user: unknown };
  noteStanding(accounts ? (user ? 'in' : 'out') : 'off');
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
