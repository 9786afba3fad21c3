import { proxy } from 'valtio/vanilla';
import { showFailure } from '../page/notices.ts';
import { setOwner } from '../page/owner.ts';
import { isApiError } from '../page/server.ts';
import type { Unsent } from '../sync/unsent.ts';
import { account, setSignInStatus } from './account.ts';
import { accountCalls } from './accountCalls.ts';

type Call = 'signOut' | 'signOutEverywhere';

/** A sign-out that waits for confirmation, because of work that is not on the server. */
export const staying = proxy({ call: undefined as Call | undefined, unsent: [] as Unsent[] });

/** Maximum time that a sign-out waits for syncing, in milliseconds. */
const SYNC_MS = 8000;

const ways = () => import('../sync/leaveBrowser.ts');

/** Signs out once everything is on the server; asks for confirmation if it is not. */
export async function signOutWhenSynced(call: Call): Promise<void> {
  const { saveAllStates: gatherAll, listUnsyncedData: listStaying, syncNow } = await ways();
  await gatherAll();
  const late = new Promise((resolve) => setTimeout(resolve, SYNC_MS));
  await Promise.race([syncNow().catch(() => false), late]);
  const unsent = await listStaying().catch(() => []);
  Object.assign(staying, { call, unsent });
  if (unsent.length === 0) await signOutNow();
}

/** Signs out. Work that is not on the server stays in this browser, visible to the same account only. */
export async function signOutNow(): Promise<void> {
  const { call = 'signOut' } = staying;
  staying.call = undefined;
  account.isLeaving = true;
  try {
    await (await accountCalls())[call]();
    await clearBrowserAndRedirect('sent');
  } catch (error) {
    // The session had already ended. Signing out everywhere requires a new sign-in.
    if (isApiError(error) && error.status === 401) return clearBrowserAndRedirect('sent', '/sign-in');
    account.isLeaving = false;
    showFailure(error);
  }
}

/**
 * Removes the account's data from this browser and reloads, so that the next person sees none of it. @param what
 * 'sent': data that the server has. @param next page.
 */
export async function clearBrowserAndRedirect(what: 'sent' | 'all', next = '/'): Promise<void> {
  account.isLeaving = true;
  setSignInStatus('out');
  const { removeAccountData: forgetAll, removeSyncedData: leaveBrowser } = await ways();
  await (what === 'all' ? forgetAll() : leaveBrowser()).catch(() => undefined);
  setOwner('');
  window.location.assign(next);
}
