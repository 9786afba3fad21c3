import { forgetUnusedMedia } from '../../media/unusedMedia.ts';
import { DATABASE, openDatabase, SAVE_TABLES, type StudioDatabase } from '../../state/database.ts';
import { forgetOwner, owner, ownName } from '../../state/owner.ts';
import { takeIn, takeInAside } from '../restore.ts';
import { readTexts } from '../stateStore.ts';
import { forgetVersions } from '../versions.ts';
import { dropSentKit, listUnsentKit } from './syncKit.ts';
import { listUnsent, type Unsent } from './unsent.ts';

export { syncNow } from './keepInSync.ts';

/** What stands beside the database, by how its names begin. */
const TEXTS = ['state', 'history', 'cutroom-tool-drafts', 'cutroom-table', 'cutroom-rendered-rows', 'cutroom-palette'];

/** Brings what stands beside the list of projects into it, before all of it goes to the server for the last time. */
export async function gatherAll(): Promise<void> {
  const { shared } = readTexts();
  if (shared !== undefined) await takeIn(shared).catch(() => undefined);
  await takeInAside().catch(() => undefined);
}

/** What the server does not have: it stays in this browser. */
export async function listStaying(): Promise<Unsent[]> {
  return [...(await listUnsent()), ...(await listUnsentKit())];
}

/**
 * Removes what the server has from this browser, as on the way out: whoever comes next finds nothing of it. What is here
 * alone stays, where only the same account sees it.
 */
export async function leaveBrowser(): Promise<void> {
  const database = await openDatabase();
  try {
    if (database) await dropSent(database);
  } finally {
    forgetTexts(TEXTS);
  }
}

/** The projects first; whatever fails then keeps nothing else here. */
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
    await forgetVersions(database.transaction(SAVE_TABLES, 'readwrite'), gone);
    await forgetUnusedMedia([], -1);
  }
}

/** Removes all of the account from this browser, as when it is deleted. */
export async function forgetAll(): Promise<void> {
  (await openDatabase())?.close();
  indexedDB.deleteDatabase(DATABASE);
  // Colors are sent, or stay, one by one: only with the account they all go.
  forgetTexts([...TEXTS, 'brandColors']);
  forgetOwner(owner);
}

function forgetTexts(texts: readonly string[]): void {
  try {
    for (const place of [localStorage, sessionStorage])
      for (const name of Object.keys(place))
        if (texts.some((one) => name.startsWith(ownName(one)))) place.removeItem(name);
  } catch {
    // Nothing is stored, then.
  }
}
