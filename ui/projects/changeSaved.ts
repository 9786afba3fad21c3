import { cutName } from '../../engine/edit/cutName.ts';
import { newId } from '../../engine/project/id.ts';
import { UNNAMED } from '../components/titles.ts';
import { needDatabase, SAVE_TABLES, type SavedHead, type StoredHead } from '../state/database.ts';
import { plainHead } from './saved.ts';
import { tellSaved } from './savedChanges.ts';
import { putVersion } from './versions.ts';

/** Gives a saved project another name. The name of an open one is the caller's to change too. */
export async function renameSaved(id: string, name: string): Promise<void> {
  await rewrite(id, (head, body) => {
    const named = { ...JSON.parse(body), name: cutName(name) };
    return [{ ...head, name: named.name || UNNAMED, savedAt: Date.now() }, JSON.stringify(named)];
  });
}

/** Copies a saved project. @returns the copy; undefined when there is no such project. */
export async function duplicateSaved(id: string): Promise<SavedHead | undefined> {
  const change = (await needDatabase()).transaction(['heads', 'bodies'], 'readwrite');
  const [heads, bodies] = [change.objectStore('heads'), change.objectStore('bodies')];
  const [head, body] = [await heads.get(id), await bodies.get(id)];
  if (!head || body === undefined) return undefined;
  const name = `${cutName(head.name, 195)} copy`;
  // The pages' saves were of the other project's revisions.
  const { removedAt: _, lastSaves: __, ...kept } = head;
  const copy: StoredHead = { ...kept, id: newId(), name, savedAt: Date.now(), revision: 1 };
  const text = JSON.stringify({ ...JSON.parse(body), name });
  await Promise.all([heads.put(copy), bodies.put(text, copy.id), change.done]);
  tellSaved({ id: copy.id, what: 'saved', revision: 1 });
  return plainHead(copy);
}

/** Takes a project out of the list; until it is purged it can be had back by restoreSaved. */
export async function removeSaved(id: string): Promise<void> {
  await rewrite(id, (former, body) => [{ ...former, removedAt: Date.now() }, body], 'removed');
}

/** Takes a removal back. */
export async function restoreSaved(id: string): Promise<void> {
  await rewrite(id, ({ removedAt: _, ...former }, body) => [former, body], 'restored');
}

async function rewrite(
  id: string,
  to: (head: StoredHead, body: string) => [StoredHead, string],
  what: 'saved' | 'removed' | 'restored' = 'saved',
): Promise<StoredHead | undefined> {
  const change = (await needDatabase()).transaction(SAVE_TABLES, 'readwrite');
  const [heads, bodies] = [change.objectStore('heads'), change.objectStore('bodies')];
  const [former, text] = [await heads.get(id), await bodies.get(id)];
  if (!former || text === undefined) return undefined;
  const [head, body] = to({ ...former, revision: former.revision + 1 }, text);
  // Work that builds on it may be on its way.
  if (body !== text) await putVersion(change, former, text, { isApart: false });
  await Promise.all([heads.put(head), bodies.put(body, id), change.done]);
  tellSaved({ id, what, revision: head.revision });
  return head;
}
