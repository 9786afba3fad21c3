import { renameProject } from '../../../engine/edit/renameProject.ts';
import { truncateName } from '../../../engine/edit/truncateName.ts';
import { newId } from '../../../engine/project/id.ts';
import { needDatabase, type SavedHead, type StoredHead } from '../store/database.ts';
import { loadSaved, plainHead } from './saved.ts';
import { notifySavedChange } from './savedChanges.ts';
import { saveProject } from './saveProject.ts';

/** Copies a saved project. @returns the copy; undefined if there is no such project. */
export async function duplicateSaved(id: string): Promise<SavedHead | undefined> {
  const change = (await needDatabase()).transaction(['heads', 'bodies'], 'readwrite');
  const [heads, bodies] = [change.objectStore('heads'), change.objectStore('bodies')];
  const [head, body] = [await heads.get(id), await bodies.get(id)];
  if (!head || body === undefined) return undefined;
  const name = `${truncateName(head.name, 195)} copy`;
  // The recorded saves of pages refer to revisions of the other project.
  const { removedAt: _, lastSaves: __, ...kept } = head;
  const copy: StoredHead = { ...kept, id: newId(), name, savedAt: Date.now(), revision: 1 };
  const text = JSON.stringify({ ...JSON.parse(body), name });
  await Promise.all([heads.put(copy), bodies.put(text, copy.id), change.done]);
  notifySavedChange({ id: copy.id, what: 'saved', revision: 1 });
  return plainHead(copy);
}

/** Renames a saved project; '' removes the name. Does nothing if there is no such project. */
export async function renameSaved(id: string, name: string): Promise<void> {
  const loaded = await loadSaved(id);
  if (loaded.ok)
    await saveProject({ id, project: renameProject(loaded.value, name), base: loaded.base, create: false });
}

/** Removes a project from the list; `restoreSaved` restores it until it is purged. Does nothing if there is none. */
export function removeSaved(id: string): Promise<void> {
  return changeHead(id, 'removed', (head) => ({ ...head, removedAt: Date.now() }));
}

/** Undoes a removal. Does nothing if there is no such project. */
export function restoreSaved(id: string): Promise<void> {
  return changeHead(id, 'restored', ({ removedAt: _, ...head }) => head);
}

async function changeHead(id: string, what: 'removed' | 'restored', to: (head: StoredHead) => StoredHead) {
  const change = (await needDatabase()).transaction('heads', 'readwrite');
  const former = await change.store.get(id);
  if (!former) return;
  const head = to({ ...former, revision: former.revision + 1 });
  await Promise.all([change.store.put(head), change.done]);
  notifySavedChange({ id, what, revision: head.revision });
}
