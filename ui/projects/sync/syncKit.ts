import type { KitKind } from '../../../api/contract/kit.ts';
import type { KitClient } from '../../../api/contract/kitClient.ts';
import type { StudioDatabase } from '../../state/database.ts';
import { tellKit } from '../../state/kitChanges.ts';
import { isApiError } from '../../state/server.ts';
import { kinds } from './kitKinds.ts';
import { forgetLost, isRefusal } from './push.ts';
import type { Refused } from './syncAll.ts';

/** What this page does not try again: the server refused it, or this page cannot use it. */
const left = new Set<string>();

/**
 * Brings templates, logos, fonts and colours here and on the server together. Items never change, so that two machines that
 * both added some have all of them; what one took out that the other had too goes there as well. What the server neither has
 * nor was asked to take out it has lost, as where a backup was put back: it gets that again.
 * @returns what the server refused now.
 * @throws ApiError when the server is away, or nobody is signed in.
 */
export async function syncKit(client: KitClient, database: StudioDatabase): Promise<Refused[]> {
  const { ids: theirs, removed } = await client.list();
  const [ours, agreed] = [await idsHere(database), await database.getAllKeys('kit')];
  const there = new Set(theirs);
  const here = new Set(ours);
  const known = new Set(agreed);
  const refused: Refused[] = [];
  let isChanged = false;
  for (const id of new Set([...theirs, ...ours, ...agreed])) {
    const isKnown = known.has(id);
    if (here.has(id) && there.has(id)) await note(database, id, isKnown);
    else if (here.has(id) && isKnown && removed.includes(id)) isChanged = await drop(database, id);
    else if (here.has(id)) refused.push(...(await send(client, database, id)));
    else if (there.has(id) && isKnown && !isLost(id)) await takeOut(client, database, id);
    else if (there.has(id)) isChanged = (await fetchOne(client, database, id)) || isChanged;
    else await database.delete('kit', id);
  }
  if (isChanged) tellKit();
  return refused;
}

/** Takes out of this browser what the server has, as on the way out. */
export async function dropSentKit(database: StudioDatabase): Promise<void> {
  for (const id of await database.getAllKeys('kit')) await drop(database, id);
}

async function idsHere(database: StudioDatabase): Promise<string[]> {
  const ids = Object.entries(kinds).map(async ([kind, { keys }]) =>
    (await keys(database)).map((key) => `${kind}-${key}`),
  );
  return (await Promise.all(ids)).flat();
}

/** The kind of an item, and what it is called by there. */
function partsOf(id: string) {
  const at = id.indexOf('-');
  return { kind: kinds[id.slice(0, at) as KitKind], key: id.slice(at + 1) };
}

function isLost(id: string): boolean {
  return partsOf(id).kind?.isLost?.() === true;
}

async function note(database: StudioDatabase, id: string, isKnown = false): Promise<void> {
  if (!isKnown) await database.put('kit', { id });
}

async function drop(database: StudioDatabase, id: string): Promise<true> {
  const { kind, key } = partsOf(id);
  await kind.drop(database, key);
  await database.delete('kit', id);
  return true;
}

async function send(client: KitClient, database: StudioDatabase, id: string): Promise<Refused[]> {
  const { kind, key } = partsOf(id);
  if (left.has(id)) return [];
  let name = '';
  try {
    const item = await kind.give(database, key);
    if (!item) return [];
    name = kind.nameOf(item);
    const missing = await client.add(id, item);
    if (missing.length === 0) await note(database, id);
    else await forgetLost(database, missing);
    return [];
  } catch (error) {
    if (!isApiError(error) || !isRefusal(error)) throw error;
    left.add(id);
    return [{ name, refusal: error.message }];
  }
}

async function takeOut(client: KitClient, database: StudioDatabase, id: string): Promise<void> {
  await client.remove(id).catch((error: unknown) => {
    if (!isApiError(error) || error.status !== 404) throw error;
  });
  await database.delete('kit', id);
}

/** @returns whether it is here now. */
async function fetchOne(client: KitClient, database: StudioDatabase, id: string): Promise<boolean> {
  const { kind, key } = partsOf(id);
  if (left.has(id) || !kind) return false;
  await kind.take(database, key, await client.get(id));
  const isHere = (await kind.keys(database)).includes(key);
  if (isHere) await note(database, id);
  else left.add(id);
  return isHere;
}
