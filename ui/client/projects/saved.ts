import { newId } from '../../../engine/project/id.ts';
import { fileReferences } from '../../../engine/project/media.ts';
import type { Unreadable } from '../../../engine/project/migrate.ts';
import type { Project } from '../../../engine/project/project.ts';
import { isMediaPath } from '../media/mediaTable.ts';
import { needDatabase, openDatabase, type SavedHead, type StoredHead } from '../store/database.ts';
import { blobOfStored, storable } from '../store/storedBlob.ts';
import type { SavedBase } from './bases.ts';
import { notifySavedChange } from './savedChanges.ts';

/** Lists the saved projects without their content, newest first. Empty if the browser stores nothing. */
export async function listSaved(): Promise<SavedHead[]> {
  const heads = (await (await openDatabase())?.getAll('heads')) ?? [];
  return heads
    .filter(({ removedAt }) => removedAt === undefined)
    .sort((a, b) => b.savedAt - a.savedAt)
    .map(plainHead);
}

/** Returns a saved project without its content; undefined if it is not in the list. Never throws. */
export async function headOf(id: string): Promise<SavedHead | undefined> {
  const head = await (await openDatabase())?.get('heads', id).catch(() => undefined);
  return head && head.removedAt === undefined ? plainHead(head) : undefined;
}

/**
 * Loads a saved project of any version. A lost or unreadable one is returned as problems.
 * @throws Error if the code that reads it does not load.
 */
export async function loadSaved(id: string): Promise<LoadedProject | Unreadable> {
  const { head, body } = await readSaved(id).catch(() => ({ head: undefined, body: undefined }));
  const { lostProject, parseBody } = await import('./readStored.ts');
  if (!head || body === undefined) return lostProject();
  const parsed = parseBody(body);
  return parsed.ok ? { ...parsed, base: { revision: head.revision, project: parsed.value } } : parsed;
}

/** A project of the list with its revision, which is needed to save changes. */
export interface LoadedProject {
  ok: true;
  value: Project;
  base: SavedBase;
}

async function readSaved(id: string): Promise<{ head: StoredHead | undefined; body: string | undefined }> {
  const change = (await openDatabase())?.transaction(['heads', 'bodies']);
  if (!change) return { head: undefined, body: undefined };
  const [head, body] = await Promise.all([change.objectStore('heads').get(id), change.objectStore('bodies').get(id)]);
  return { head, body };
}

/** Replaces the thumbnail of a saved project, without a new revision. */
export async function saveThumbnail(id: string, thumbnail: Blob): Promise<void> {
  const database = await needDatabase();
  const stored = await storable(database, thumbnail);
  const change = database.transaction('heads', 'readwrite');
  const head = await change.store.get(id);
  if (!head) return;
  await Promise.all([change.store.put({ ...head, thumbnail: stored, thumbnailId: newId() }), change.done]);
  notifySavedChange({ id, what: 'saved', revision: head.revision });
}

/** Returns the media table paths that a project uses, each once. */
export function mediaPathsOf(project: Project): string[] {
  return [...new Set(fileReferences(project).map(({ url }) => url))].filter(isMediaPath);
}

/** Returns the fields of a stored head that a list of projects needs. */
export function plainHead({
  mediaUrls: _,
  removedAt: __,
  lastSaves: ___,
  thumbnailId: ____,
  thumbnail,
  ...head
}: StoredHead): SavedHead {
  return { ...head, ...(thumbnail ? { thumbnail: blobOfStored(thumbnail) } : {}) };
}
