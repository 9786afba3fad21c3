import { newId } from '../../../engine/project/id.ts';
import { mediaReferences } from '../../../engine/project/media.ts';
import { problem } from '../../../engine/project/problems.ts';
import type { Project } from '../../../engine/project/project.ts';
import { isMediaPath } from '../../media/mediaTable.ts';
import { type KeptHead, openDatabase, type StudioDatabase } from './database.ts';
import { parseKept } from './migrate.ts';
import { tellSaved } from './savedChanges.ts';
import type { SaveAnswer, SavedHead, Unreadable } from './types.ts';

/** What is called a project without a name. */
export const UNNAMED = 'Untitled project';

/** By project: the newest revision that this tab has read or written. */
const seen = new Map<string, number>();

/** The saved projects, newest first, without their contents. Empty where the browser keeps nothing. */
export async function listSaved(): Promise<SavedHead[]> {
  const heads = (await (await openDatabase())?.getAll('heads')) ?? [];
  return heads
    .filter(({ removedAt }) => removedAt === undefined)
    .sort((a, b) => b.savedAt - a.savedAt)
    .map(plainHead);
}

/** One saved project without its content; undefined when it is not in the list. Never throws. */
export async function headOf(id: string): Promise<SavedHead | undefined> {
  const head = await (await openDatabase())?.get('heads', id).catch(() => undefined);
  return head && head.removedAt === undefined ? plainHead(head) : undefined;
}

/** Reads a saved project, of whatever version it is. A lost or unreadable one is told by problems. Never throws. */
export async function loadSaved(id: string): Promise<{ ok: true; value: Project } | Unreadable> {
  const { head, body } = await readSaved(id).catch(() => ({ head: undefined, body: undefined }));
  if (!head || body === undefined) return unreadable('This project is not kept in this browser any more.', '');
  seen.set(id, head.revision);
  try {
    const parsed = parseKept(JSON.parse(body));
    return parsed.ok ? parsed : { ...parsed, text: body };
  } catch {
    return unreadable('What was kept of this project is damaged.', body);
  }
}

async function readSaved(id: string): Promise<{ head: KeptHead | undefined; body: string | undefined }> {
  const change = (await openDatabase())?.transaction(['heads', 'bodies']);
  if (!change) return { head: undefined, body: undefined };
  const [head, body] = await Promise.all([change.objectStore('heads').get(id), change.objectStore('bodies').get(id)]);
  return { head, body };
}

function unreadable(message: string, text: string): Unreadable {
  return { ok: false, problems: [problem('file.unreadable', [], message)], text };
}

/** What to save. */
export interface SaveRequest {
  id: string;
  project: Project;
  /** When this version was the newest, milliseconds since 1970. Default now. */
  savedAt?: number;
  /** false: only a project that is in the list already is saved. Default true. */
  create?: boolean;
}

/**
 * Saves a project under its id; the last writer wins. One that had been removed is back.
 * @returns undefined when `create` kept it from being saved.
 * @throws Error when the browser keeps nothing or has no room.
 */
export async function saveProject({
  id,
  project,
  savedAt = Date.now(),
  create = true,
}: SaveRequest): Promise<SaveAnswer | undefined> {
  const body = JSON.stringify(project);
  const change = (await database()).transaction(['heads', 'bodies'], 'readwrite');
  const heads = change.objectStore('heads');
  const bodies = change.objectStore('bodies');
  const [former, kept] = [await heads.get(id), await bodies.get(id)];
  if (!former && !create) return undefined;
  const isSame = former !== undefined && former.removedAt === undefined && kept === body;
  const head: KeptHead = {
    ...{ id, name: project.name || UNNAMED, width: project.width, height: project.height },
    sceneCount: project.scenes.length,
    // Opening a project and leaving it as it is makes it no newer.
    savedAt: isSame ? former.savedAt : savedAt,
    revision: isSame ? former.revision : (former?.revision ?? 0) + 1,
    ...(former?.thumbnail ? { thumbnail: former.thumbnail } : {}),
    mediaUrls: mediaPathsOf(project),
  };
  const overtaken = !isSame && former !== undefined && former.revision > (seen.get(id) ?? former.revision);
  if (!isSame) {
    await Promise.all([heads.put(head), bodies.put(body, id), change.done]);
    tellSaved({ id, what: 'saved', revision: head.revision });
  }
  seen.set(id, head.revision);
  return { head: plainHead(head), overtaken };
}

/** Puts another picture to a saved project; it counts as no new version. */
export async function saveThumbnail(id: string, thumbnail: Blob): Promise<void> {
  const change = (await database()).transaction('heads', 'readwrite');
  const head = await change.store.get(id);
  if (!head) return;
  await Promise.all([change.store.put({ ...head, thumbnail }), change.done]);
  tellSaved({ id, what: 'saved', revision: head.revision });
}

/** Gives a saved project another name. The name of an open one is the caller's to change too. */
export async function renameSaved(id: string, name: string): Promise<void> {
  await rewrite(id, (head, body) => {
    const named = { ...JSON.parse(body), name: name.slice(0, 200) };
    return [{ ...head, name: named.name || UNNAMED, savedAt: Date.now() }, JSON.stringify(named)];
  });
}

/** Copies a saved project. @returns the copy; undefined when there is no such project. */
export async function duplicateSaved(id: string): Promise<SavedHead | undefined> {
  const change = (await database()).transaction(['heads', 'bodies'], 'readwrite');
  const [heads, bodies] = [change.objectStore('heads'), change.objectStore('bodies')];
  const [head, body] = [await heads.get(id), await bodies.get(id)];
  if (!head || body === undefined) return undefined;
  const name = `${head.name.slice(0, 195)} copy`;
  const { removedAt: _, ...kept } = head;
  const copy: KeptHead = { ...kept, id: newId(), name, savedAt: Date.now(), revision: 1 };
  const text = JSON.stringify({ ...JSON.parse(body), name });
  await Promise.all([heads.put(copy), bodies.put(text, copy.id), change.done]);
  tellSaved({ id: copy.id, what: 'saved', revision: 1 });
  return plainHead(copy);
}

/** Takes a project out of the list; until it is purged it can be had back by restoreSaved. */
export async function removeSaved(id: string): Promise<void> {
  const head = await rewrite(id, (former, body) => [{ ...former, removedAt: Date.now() }, body], 'removed');
  if (head) seen.set(id, head.revision);
}

/** Takes a removal back. */
export async function restoreSaved(id: string): Promise<void> {
  await rewrite(id, ({ removedAt: _, ...former }, body) => [former, body], 'restored');
}

/**
 * Deletes removed projects for good.
 * @param olderThan milliseconds since the removal; default 60,000, so that an undo in another tab still finds it.
 */
export async function purgeRemoved(olderThan = 60_000): Promise<void> {
  const change = (await openDatabase())?.transaction(['heads', 'bodies'], 'readwrite');
  if (!change) return;
  const heads = change.objectStore('heads');
  const gone = (await heads.getAll()).filter(
    ({ removedAt }) => removedAt !== undefined && removedAt <= Date.now() - olderThan,
  );
  await Promise.all(gone.flatMap(({ id }) => [heads.delete(id), change.objectStore('bodies').delete(id)]));
  await change.done;
  for (const { id } of gone) tellSaved({ id, what: 'purged', revision: 0 });
}

/** Relative media paths of the table that a project names, each once. */
export function mediaPathsOf(project: Project): string[] {
  return [...new Set(mediaReferences(project).map(({ url }) => url))].filter(isMediaPath);
}

async function rewrite(
  id: string,
  to: (head: KeptHead, body: string) => [KeptHead, string],
  what: 'saved' | 'removed' | 'restored' = 'saved',
): Promise<KeptHead | undefined> {
  const change = (await database()).transaction(['heads', 'bodies'], 'readwrite');
  const [heads, bodies] = [change.objectStore('heads'), change.objectStore('bodies')];
  const [former, text] = [await heads.get(id), await bodies.get(id)];
  if (!former || text === undefined) return undefined;
  const [head, body] = to({ ...former, revision: former.revision + 1 }, text);
  await Promise.all([heads.put(head), bodies.put(body, id), change.done]);
  if (seen.get(id) === former.revision) seen.set(id, head.revision);
  tellSaved({ id, what, revision: head.revision });
  return head;
}

async function database(): Promise<StudioDatabase> {
  const opened = await openDatabase();
  if (!opened) throw new Error('This browser keeps no projects for this page.');
  return opened;
}

function plainHead({ mediaUrls: _, removedAt: __, ...head }: KeptHead): SavedHead {
  return head;
}
