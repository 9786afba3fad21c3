import { proxy } from 'valtio/vanilla';
import { subscribeKey } from 'valtio/vanilla/utils';
import type { ProjectClientOptions } from '../../../api/contract/projectClient.ts';
import { openDatabase, type StudioDatabase } from '../../state/database.ts';
import { later } from '../../state/later.ts';
import { showError, showNote } from '../../state/notices.ts';
import { owner, ownName, setOwner } from '../../state/owner.ts';
import { isApiError, server, watchedFetch } from '../../state/server.ts';
import { own } from '../../texts/t.ts';
import { watchSaved } from '../savedChanges.ts';
import { claimAnonymous } from './claimAnonymous.ts';
import { sendWaiting } from './sendWaiting.ts';
import { type Outcome, syncAll } from './syncAll.ts';

/** How soon after a change it goes to the server, milliseconds. */
const CHANGE_MS = 3000;
/** How often what others did is asked for while the page is looked at, milliseconds. */
const LOOK_MS = 30_000;

/** Whether what is here and what the server has come together: 'partly' where all projects have, 'away' without a connection, 'out' when the sign-in has ended, 'removed' when the account was deleted. */
export const sync = proxy({ state: 'busy' as 'busy' | 'done' | 'partly' | 'away' | 'out' | 'removed', at: 0 });

/** Said when two machines changed the same thing. */
const conflictIn = (names: readonly string[]) =>
  `This was also changed on another device: ${names.map(own).join(', ')}. You see that change; yours is saved under Projects, Earlier versions.`;
/** Said when the server takes no more. */
const refusedWords = (names: readonly string[], refusal: string) =>
  `Only in this browser: “${names.map(own).join('”, “')}”. ${refusal}`;
const SIGNED_OUT =
  'You were signed out. Your work stays in this browser and moves to your account when you sign in again.';
/** Said when the account was deleted, on another page or machine. */
export const ACCOUNT_REMOVED = 'Your account was deleted. To save open work, save it as a file.';

let isStarted = false;
let running: Promise<boolean> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Keeps the account's projects in this browser and on the server together from now on, beside whatever the page does. */
export function keepInSync(): void {
  if (isStarted || owner === '') return;
  isStarted = true;
  const look = () => document.visibilityState === 'visible' && soon(0);
  watchSaved(() => soon(CHANGE_MS));
  subscribeKey(server, 'reachable', look);
  // Whoever goes on at another machine leaves this one first.
  document.addEventListener('visibilitychange', () => soon(0));
  addEventListener('online', look);
  addEventListener('focus', look);
  setInterval(look, LOOK_MS);
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

/** Brings both together now. @returns whether that was possible. */
export function syncNow(): Promise<boolean> {
  running = (running ?? Promise.resolve(true)).then(() => inTurn(run)).catch(away);
  return running;
}

/** One tab at a time; the one that is at it hears of what others save. A browser may refuse the turn: the next try asks anew. */
async function inTurn(work: () => Promise<boolean>): Promise<boolean> {
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
    // What cannot be taken over now is tried again the next time, and keeps nothing else.
    await claimAnonymous(database).catch(() => undefined);
    const { createProjectClient } = await later(() => import('../../../api/contract/projectClient.ts'));
    const as = { fetch: watchedFetch, account: owner };
    tell(await syncAll(createProjectClient(as), database));
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

/** It comes after the projects, so that it keeps none of them. @returns whether nothing of it is left for the next time. */
async function keepKit(as: ProjectClientOptions, database: StudioDatabase): Promise<boolean> {
  const { createKitClient } = await later(() => import('../../../api/contract/kitClient.ts'));
  const { syncKit } = await later(() => import('./syncKit.ts'));
  const { refused, failure } = await syncKit(createKitClient(as), database);
  tell({ conflicts: [], refused });
  return failure === undefined;
}

function tell({ conflicts, refused }: Outcome): void {
  if (conflicts.length > 0) showNote(conflictIn(conflicts));
  for (const reason of new Set(refused.map(({ refusal }) => refusal)))
    showError(
      refusedWords(
        refused.filter(({ refusal }) => refusal === reason).map(({ name }) => name),
        reason,
      ),
    );
}

/** What is open stays open; the next page shows nothing of the account any more. */
function signedOut(isRemoved: boolean): void {
  sync.state = isRemoved ? 'removed' : 'out';
  setOwner('');
  if (isRemoved) showNote(ACCOUNT_REMOVED);
  else showNote(SIGNED_OUT, { action: { label: 'Sign in', run: () => location.assign('/sign-in') } });
}
