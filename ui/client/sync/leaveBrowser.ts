import { forgetUnusedMedia } from '../media/unusedMedia.ts';
import { forgetOwner, owner, ownName } from '../page/owner.ts';
import { saveAsideStates, saveStateText } from '../projects/restore.ts';
import { readTexts } from '../projects/stateStore.ts';
import { deleteVersionsOf } from '../projects/versions.ts';
import { DATABASE, openDatabase, SAVE_TABLES, type StudioDatabase } from '../store/database.ts';
import { dropSentKit, listUnsentKit } from './syncKit.ts';
import { listUnsent, type Unsent } from './unsent.ts';

export { syncNow } from './keepInSync.ts';

/** Prefixes of storage keys outside the database. */
const TEXTS = ['state', 'history', 'cutroom-tool-drafts', 'cutroom-table', 'cutroom-rendered-rows', 'cutroom-palette'];

/** Saves all stored states to the list of projects, before the last sync. */
export async function saveAllStates(): Promise<void> {
  const { shared } = readTexts();
  if (shared !== undefined) await saveStateText(shared).catch(() => undefined);
  await saveAsideStates().catch(() => undefined);
}

/** Lists what the server does not have and therefore stays in this browser. */
export async function listUnsyncedData(): Promise<Unsent[]> {
  return [...(await listUnsent()), ...(await listUnsentKit())];
}

/**
 * Removes data that the server has from this browser at sign-out, so that the next person finds none of it. Unsynced
 * data stays, visible to the same account only.
 */
export async function removeSyncedData(): Promise<void> {
  const database = await openDatabase();
  try {
    if (database) await dropSent(database);
  } finally {
    forgetTexts(TEXTS);
  }
}

/** Removes projects first; a later failure does not block the other steps. */
async function dropSent(database: StudioDatabase): Promise<void> {
  const left = new Set((await listUnsent()).map(({ id }) => id));
  const gone = (await database.getAllKeys('heads')).filter((id) => !left.has(id));
  const tables = ['heads', 'bodies', 'agreements', 'agreed'] as const;
  const change = database.transaction(tables, 'readwrite');
  const deleted = gone.flatMap((id) => tables.map((table) => change.objectStore(table).delete(id)));
  await Promise.all([...deleted, change.done]);
  try {
    await dropSentKit(database);
  } finally {
    await deleteVersionsOf(database.transaction(SAVE_TABLES, 'readwrite'), gone);
    await database.clear('histories');
    await forgetUnusedMedia([], -1);
  }
}

/** Removes all data of the account from this browser, such as after its deletion. */
export async function removeAccountData(): Promise<void> {
  (await openDatabase())?.close();
  indexedDB.deleteDatabase(DATABASE);
  // Colors are otherwise synced and removed one by one.
  forgetTexts([...TEXTS, 'brandColors', 'waitingColors']);
  forgetOwner(owner);
}

function forgetTexts(texts: readonly string[]): void {
  try {
    for (const place of [localStorage, sessionStorage])
      for (const name of Object.keys(place))
        if (texts.some((one) => name.startsWith(ownName(one)))) place.removeItem(name);
  } catch {
    // Storage is not accessible.
  }
}
