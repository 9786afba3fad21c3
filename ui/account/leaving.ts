import { proxy } from 'valtio/vanilla';
import type { Unsent } from '../projects/sync/unsent.ts';
import { account, noteStanding } from '../state/account.ts';
import { later } from '../state/later.ts';
import { showFailure } from '../state/notices.ts';
import { setOwner } from '../state/owner.ts';
import { isApiError } from '../state/server.ts';
import { accountCalls } from './accountCalls.ts';

type Call = 'signOut' | 'signOutEverywhere';

/** A sign-out that waits for an answer, because of what the server does not have. */
export const staying = proxy({ call: undefined as Call | undefined, unsent: [] as Unsent[] });

/** For so long a sign-out waits for what is on its way to the server, milliseconds. */
const SYNC_MS = 8000;

const ways = () => later(() => import('../projects/sync/leaveBrowser.ts'));

/** Signs out, once everything is on the server; asks where it is not. */
export async function leaveWith(call: Call): Promise<void> {
  const { gatherAll, listStaying, syncNow } = await ways();
  await gatherAll();
  const late = new Promise((resolve) => setTimeout(resolve, SYNC_MS));
  await Promise.race([syncNow().catch(() => false), late]);
  const unsent = await listStaying().catch(() => []);
  Object.assign(staying, { call, unsent });
  if (unsent.length === 0) await leaveAnyway();
}

/** Signs out. What the server does not have stays in this browser, for the same account alone. */
export async function leaveAnyway(): Promise<void> {
  const { call = 'signOut' } = staying;
  staying.call = undefined;
  account.isLeaving = true;
  try {
    await (await accountCalls())[call]();
    await goOut('sent');
  } catch (error) {
    // The sign-in had ended meanwhile. Who wants to end all others signs in for it.
    if (isApiError(error) && error.status === 401) return goOut('sent', '/sign-in');
    account.isLeaving = false;
    showFailure(error);
  }
}

/** Whoever comes next to this browser sees nothing of what was here: the pages begin anew. @param what goes from this browser. @param next page. */
export async function goOut(what: 'sent' | 'all', next = '/'): Promise<void> {
  account.isLeaving = true;
  noteStanding('out');
  const { forgetAll, leaveBrowser } = await ways();
  await (what === 'all' ? forgetAll() : leaveBrowser()).catch(() => undefined);
  setOwner('');
  window.location.assign(next);
}
