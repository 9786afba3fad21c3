import type { KitKind } from '../../../api/contract/kit.ts';
import type { KitClient } from '../../../api/contract/kitClient.ts';
import { notifyKit, notifyTabsOfAll } from '../page/otherTabs.ts';
import { isApiError } from '../page/server.ts';
import { openDatabase, type StoredKit, type StudioDatabase } from '../store/database.ts';
import { kinds } from './kitKinds.ts';
import { forgetLost, isPermanentRejection } from './push.ts';
import { type RejectedItem, rejectedIds } from './syncAll.ts';
import type { Unsent } from './unsent.ts';

/** Ids of items that this page cannot read or has no room for. */
const unusable = new Set<string>();

/** Statuses after which further requests are pointless: another or no account is signed in, or an overloaded server. */
const ends = new Set([401, 403, 429, 503]);

/** Item ids on both sides. */
interface Sides {
  here: ReadonlySet<string>;
  there: ReadonlySet<string>;
  /** Deleted on the server by another client. */
  removed: ReadonlySet<string>;
  /** Items that both sides had, or that the server rejected. */
  rows: ReadonlyMap<string, StoredKit>;
}

/**
 * Syncs templates, logos, fonts and colors. Items are immutable, so additions of two machines are combined; a deletion
 * on one side is repeated on the other. Items that the server lost without deleting them, such as after restoring a
 * backup, are sent again.
 * @returns new rejections, and the error that left something for the next sync, if any.
 * @throws ApiError if the server is unreachable or the session has ended.
 */
export async function syncKit(
  client: KitClient,
  database: StudioDatabase,
): Promise<{ refused: RejectedItem[]; failure: unknown }> {
  const { ids, removed } = await client.list();
  const rows = await rowsOf(database);
  const sides: Sides = {
    ...{ here: new Set(await idsHere(database)), there: new Set(ids), removed: new Set(removed) },
    rows: new Map(rows.map((row) => [row.id, row])),
  };
  const refused: RejectedItem[] = [];
  let failure: unknown;
  // One failing item does not stop the others, unless all would fail the same way.
  const leave = (error: unknown, id: string) => {
    if (isOfAll(error)) throw error;
    if (!unusable.has(id)) failure = error;
  };
  let isChanged = false;
  try {
    for (const id of new Set([...sides.there, ...sides.here, ...sides.rows.keys()])) {
      const outcome = await syncOne(client, database, id, sides).catch((error) => leave(error, id));
      if (outcome === 'changed') isChanged = true;
      else if (outcome) refused.push(outcome);
    }
  } finally {
    if (isChanged) {
      notifyKit();
      notifyTabsOfAll();
    }
  }
  return { refused, failure };
}

/** Deletes kit items that the server has from this browser, at sign-out. */
export async function dropSentKit(database: StudioDatabase): Promise<void> {
  for (const row of await database.getAll('kit')) if (isAgreed(row)) await drop(database, row.id);
}

/** Lists kit items that the server does not have. */
export async function listUnsentKit(): Promise<Unsent[]> {
  const database = await openDatabase();
  if (!database) return [];
  const rows = new Map((await database.getAll('kit')).map((row) => [row.id, row]));
  const alone = (await idsHere(database)).filter((id) => !isAgreed(rows.get(id)));
  const named = alone.map(async (id) => {
    const { kind, key } = partsOf(id);
    return { id, name: await kind.nameOf(database, key), files: 0, refusal: rows.get(id)?.refusal ?? '' };
  });
  return Promise.all(named);
}

/** @returns 'changed' if local items changed. */
async function syncOne(
  client: KitClient,
  database: StudioDatabase,
  id: string,
  { here, there, removed, rows }: Sides,
): Promise<'changed' | RejectedItem | undefined> {
  const { kind } = partsOf(id);
  // An unknown kind belongs to a newer version of the page.
  if (!kind) return undefined;
  const isKnown = isAgreed(rows.get(id));
  if (here.has(id)) {
    if (there.has(id)) return isKnown ? undefined : note(database, id);
    if (isKnown && removed.has(id)) return drop(database, id);
    return send(client, database, id, rows.get(id)?.refusal);
  }
  if (there.has(id) && isKnown) return removeItem(client, database, id);
  if (there.has(id)) return fetchOne(client, database, id);
  await database.delete('kit', id);
  return undefined;
}

function isOfAll(error: unknown): boolean {
  return isApiError(error) && (error.code === 'network' || ends.has(error.status));
}

function isAgreed(row: StoredKit | undefined): boolean {
  return row !== undefined && row.refusal === undefined;
}

/** Reads the known items. Forgets items lost with their storage: they were not deleted; the server sends them again. */
async function rowsOf(database: StudioDatabase): Promise<StoredKit[]> {
  const rows = await database.getAll('kit');
  const lost = rows.filter(({ id }) => partsOf(id).kind?.isLost?.());
  for (const { id } of lost) await database.delete('kit', id);
  return rows.filter((row) => !lost.includes(row));
}

async function idsHere(database: StudioDatabase): Promise<string[]> {
  const ids = Object.entries(kinds).map(async ([kind, { keys }]) =>
    (await keys(database)).map((key) => `${kind}-${key}`),
  );
  return (await Promise.all(ids)).flat();
}

/** Splits an id into kind and key. A newer version of the page may have stored other kinds. */
function partsOf(id: string) {
  const at = id.indexOf('-');
  return { kind: kinds[id.slice(0, at) as KitKind], key: id.slice(at + 1) };
}

async function note(database: StudioDatabase, id: string): Promise<undefined> {
  await database.put('kit', { id });
}

async function drop(database: StudioDatabase, id: string): Promise<'changed'> {
  const { kind, key } = partsOf(id);
  await kind?.drop(database, key);
  await database.delete('kit', id);
  hasRoom();
  return 'changed';
}

async function send(
  client: KitClient,
  database: StudioDatabase,
  id: string,
  before: string | undefined,
): Promise<RejectedItem | undefined> {
  const { kind, key } = partsOf(id);
  if (rejectedIds.has(id)) return undefined;
  try {
    const item = await kind.read(database, key);
    if (!item) return undefined;
    const missing = await client.add(id, item);
    if (missing.length === 0) return note(database, id);
    await Promise.all([forgetLost(database, missing), kind.forgetSent?.(database, key)]);
    return undefined;
  } catch (error) {
    if (!isApiError(error) || !isPermanentRejection(error)) throw error;
    rejectedIds.add(id);
    const refusal = error.message;
    await database.put('kit', { id, refusal });
    return refusal === before ? undefined : { name: await kind.nameOf(database, key), refusal };
  }
}

async function removeItem(client: KitClient, database: StudioDatabase, id: string): Promise<undefined> {
  await client.remove(id).catch(orGone);
  await database.delete('kit', id);
  hasRoom();
}

async function fetchOne(client: KitClient, database: StudioDatabase, id: string): Promise<'changed' | undefined> {
  const { kind, key } = partsOf(id);
  if (unusable.has(id)) return undefined;
  try {
    const item = await client.get(id).catch(orGone);
    if (!item) return undefined;
    await kind.store(database, key, item);
  } catch (error) {
    if (isUnusable(error)) unusable.add(id);
    throw error;
  }
  if (!(await kind.keys(database)).includes(key)) {
    unusable.add(id);
    return undefined;
  }
  await note(database, id);
  return 'changed';
}

/** Ignores 404: another client just deleted it. */
function orGone(error: unknown): undefined {
  if (!isApiError(error) || error.status !== 404) throw error;
}

/** Returns whether a retry would fail the same way: a newer server's response, or a full browser. */
function isUnusable(error: unknown): boolean {
  if (isApiError(error)) return error.code === 'answer' && error.status === 0;
  return (error as Error).name === 'QuotaExceededError';
}

/** Allows rejected items to be retried after a deletion, because there may be room now. */
function hasRoom(): void {
  rejectedIds.clear();
  unusable.clear();
}
