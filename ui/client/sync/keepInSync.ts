import { proxy } from 'valtio/vanilla';
import { subscribeKey } from 'valtio/vanilla/utils';
import type { ProjectClientOptions } from '../../../api/contract/projectClient.ts';
import { showError, showNote } from '../page/notices.ts';
import { owner, ownName, setOwner } from '../page/owner.ts';
import { isApiError, server, watchedFetch } from '../page/server.ts';
import { own } from '../page/t.ts';
import { watchSaved } from '../projects/savedChanges.ts';
import { openDatabase, type StudioDatabase } from '../store/database.ts';
import { claimAnonymous } from './claimAnonymous.ts';
import { type Outcome, syncAll } from './syncAll.ts';

/** Delay from a change to its upload, in milliseconds. */
const CHANGE_MS = 3000;
/** Polling interval while the page is visible, in milliseconds. */
const LOOK_MS = 30_000;

/**
 * Sync state. 'partly': all projects are synced, but not the kit; 'away': no connection; 'out': signed out; 'removed':
 * the account was deleted.
 */
export const sync = proxy({ state: 'busy' as 'busy' | 'done' | 'partly' | 'away' | 'out' | 'removed', at: 0 });

/** Shown when two machines changed the same values. */
const conflictIn = (names: readonly string[]) =>
  `This was also changed on another device: ${names.map(own).join(', ')}. You see that change; yours is saved under Projects, Earlier versions.`;
/** Shown when the server rejects data. */
const refusedWords = (names: readonly string[], refusal: string) =>
  `Only in this browser: “${names.map(own).join('”, “')}”. ${refusal}`;
const SIGNED_OUT =
  'You were signed out. Your work stays in this browser and moves to your account when you sign in again.';
/** Shown when the account was deleted on another page or machine. */
export const ACCOUNT_REMOVED = 'Your account was deleted. To save open work, save it as a file.';

let isStarted = false;
let running: Promise<boolean> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Starts syncing the account's projects between browser and server in the background. */
export function startSyncing(): void {
  if (isStarted || owner === '') return;
  isStarted = true;
  const syncIfVisible = () => document.visibilityState === 'visible' && soon(0);
  watchSaved(() => soon(CHANGE_MS));
  subscribeKey(server, 'reachable', syncIfVisible);
  // Syncs on hide too: the person may continue on another machine.
  document.addEventListener('visibilitychange', () => soon(0));
  addEventListener('online', syncIfVisible);
  addEventListener('focus', syncIfVisible);
  setInterval(syncIfVisible, LOOK_MS);
  soon(0);
}

function soon(ms: number): void {
  if (sync.state === 'out' || sync.state === 'removed') return;
  if (ms === 0) clearTimeout(timer);
  else if (timer !== undefined) return;
  timer = setTimeout(() => {
    timer = undefined;
    void syncNow();
  }, ms);
}

/** Syncs now. @returns whether it succeeded. */
export function syncNow(): Promise<boolean> {
  running = (running ?? Promise.resolve(true)).then(() => withSyncLock(run)).catch(away);
  return running;
}

/**
 * Runs in one tab at a time, under a lock; that tab is notified of other tabs' saves. If the browser denies the lock,
 * the next sync retries.
 */
async function withSyncLock(work: () => Promise<boolean>): Promise<boolean> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request(ownName('cutroom-sync'), work);
}

function away(): boolean {
  sync.state = 'away';
  return false;
}

async function run(): Promise<boolean> {
  const database = await openDatabase();
  if (!database) return false;
  sync.state = 'busy';
  try {
    // A failure is retried next time and does not block syncing.
    await claimAnonymous(database).catch(() => undefined);
    const { createProjectClient } = await import('../../../api/contract/projectClient.ts');
    const as = { fetch: watchedFetch, account: owner };
    reportOutcome(await syncAll(createProjectClient(as), database));
    sync.at = Date.now();
    void sendWaiting(database, () => soon(0));
    const isWhole = await keepKit(as, database);
    Object.assign(sync, { state: isWhole ? 'done' : 'partly', at: Date.now() });
    return isWhole;
  } catch (error) {
    if (isApiError(error) && (error.status === 401 || error.status === 410)) {
      signedOut(error.status === 410);
      return false;
    }
    return away();
  }
}

/** Syncs the kit after the projects, so that it cannot block them. @returns whether nothing is left for next time. */
async function keepKit(as: ProjectClientOptions, database: StudioDatabase): Promise<boolean> {
  const { createKitClient } = await import('../../../api/contract/kitClient.ts');
  const { syncKit } = await import('./syncKit.ts');
  const { refused, failure } = await syncKit(createKitClient(as), database);
  reportOutcome({ conflicts: [], refused });
  return failure === undefined;
}

function reportOutcome({ conflicts, refused }: Outcome): void {
  if (conflicts.length > 0) showNote(conflictIn(conflicts));
  for (const reason of new Set(refused.map(({ refusal }) => refusal)))
    showError(
      refusedWords(
        refused.filter(({ refusal }) => refusal === reason).map(({ name }) => name),
        reason,
      ),
    );
}

/** Signs out. The open project stays open; the next page shows nothing of the account. */
function signedOut(isRemoved: boolean): void {
  sync.state = isRemoved ? 'removed' : 'out';
  setOwner('');
  if (isRemoved) showNote(ACCOUNT_REMOVED);
  else showNote(SIGNED_OUT, { action: { label: 'Sign in', run: () => location.assign('/sign-in') } });
}

let sending: Promise<void> | undefined;

/**
 * Uploads files of projects that exist only in this browser, one after the other. A second call waits for the running
 * one.
 * @param onSent called once some are uploaded, so that the projects using them can be synced.
 */
export function sendWaiting(database: StudioDatabase, onSent: () => void): Promise<void> {
  sending ??= sendAll(database, onSent).finally(() => {
    sending = undefined;
  });
  return sending;
}

async function sendAll(database: StudioDatabase, onSent: () => void): Promise<void> {
  const paths = new Set((await database.getAll('agreements')).flatMap(({ waiting }) => waiting));
  let isSent = false;
  for (const path of paths) isSent = (await isSentNow(database, path)) || isSent;
  if (isSent) onSent();
}

/** Uploaded files that were already reported: reporting them again would not help a project that the server rejects. */
const reported = new Set<string>();

/** Failures are shown with the file and retried next time. */
async function isSentNow(database: StudioDatabase, path: string): Promise<boolean> {
  if (!(await isThere(database, path))) {
    const { ensureUploaded } = await import('../media/uploads.ts');
    await ensureUploaded([path]).catch(() => undefined);
    reported.delete(path);
  }
  if (reported.has(path) || !(await isThere(database, path))) return false;
  reported.add(path);
  return true;
}

async function isThere(database: StudioDatabase, path: string): Promise<boolean> {
  return (await database.get('media', path))?.readUrl !== undefined;
}
