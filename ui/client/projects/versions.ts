import { joinBody, keyOf, splitBody } from '../../../engine/edit/versionParts.ts';
import {
  openDatabase,
  SAVE_TABLES,
  type SaveTransaction,
  type StoredBlob,
  type StoredHead,
  type StoredVersion,
} from '../store/database.ts';
import { blobOfStored } from '../store/storedBlob.ts';

/** Returns the id of the version that was a revision of its project. */
export function versionId(projectId: string, revision: number | string): string {
  return `${projectId}:${revision}`;
}

/**
 * Stores a project's content as an earlier version, in the transaction of a save. An existing version is not written
 * again.
 * @param name its revision; a new id for content that never was a revision.
 * @param isApart whether later versions may lack some of its content.
 */
export async function putVersion(
  change: SaveTransaction,
  head: StoredHead,
  body: string,
  { name = head.revision, isApart }: { name?: number | string; isApart: boolean },
): Promise<void> {
  const [versions, parts] = [change.objectStore('versions'), change.objectStore('parts')];
  const { id: projectId, name: title, savedAt, width, height, sceneCount, mediaUrls, thumbnail, thumbnailId } = head;
  const id = versionId(projectId, name);
  const former = await versions.get(id);
  const texts = splitBody(body).map((text) => ({ key: keyOf(text), size: text.length, text }));
  const picture = thumbnail && { key: `picture-${thumbnailId ?? id}`, size: blobOfStored(thumbnail).size };
  const version: StoredVersion = {
    ...{ id, projectId, savedAt, name: title, width, height, sceneCount, mediaUrls },
    isApart: isApart || former?.isApart === true,
    parts: texts.map(({ key, size }) => ({ key, size })),
    ...(picture ? { picture } : {}),
  };
  const values = [...texts.map(({ key, text }) => [key, text] as const), ...pictureOf(picture?.key, thumbnail)];
  for (const [key, value] of values) if ((await parts.getKey(key)) === undefined) await parts.put(value, key);
  await versions.put(version);
}

function pictureOf(key: string | undefined, thumbnail: StoredBlob | undefined): [key: string, value: StoredBlob][] {
  return key !== undefined && thumbnail ? [[key, thumbnail]] : [];
}

/** Returns the JSON text of a version; undefined if it is not stored. */
export async function bodyOfVersion(change: SaveTransaction, id: string): Promise<string | undefined> {
  const version = await change.objectStore('versions').get(id);
  if (!version) return undefined;
  const texts = await Promise.all(version.parts.map(({ key }) => change.objectStore('parts').get(key)));
  return texts.every((text) => typeof text === 'string') ? joinBody(texts) : undefined;
}

/** Stores the current content of a project as a version that is retained at any age. */
export async function pinCurrentVersion(projectId: string): Promise<void> {
  const change = (await openDatabase())?.transaction(SAVE_TABLES, 'readwrite');
  if (!change) return;
  const head = await change.objectStore('heads').get(projectId);
  const body = await change.objectStore('bodies').get(projectId);
  if (head && body !== undefined) await putVersion(change, head, body, { isApart: true });
  await change.done;
}

/** Deletes all versions of these projects. */
export async function deleteVersionsOf(change: SaveTransaction, projectIds: readonly string[]): Promise<void> {
  if (projectIds.length === 0) return;
  await deleteVersionsExcept(
    change,
    await change.objectStore('versions').getAll(),
    ({ projectId }) => !projectIds.includes(projectId),
  );
}

/** Deletes versions, and parts that no other version shares. @param isStored selects those to retain. */
export async function deleteVersionsExcept(
  change: SaveTransaction,
  all: readonly StoredVersion[],
  isStored: (version: StoredVersion) => boolean,
): Promise<void> {
  const [versions, parts] = [change.objectStore('versions'), change.objectStore('parts')];
  const gone = all.filter((version) => !isStored(version));
  if (gone.length === 0) return;
  const used = new Set(all.filter(isStored).flatMap(keysOf));
  const spare = new Set(gone.flatMap(keysOf).filter((key) => !used.has(key)));
  await Promise.all([...gone.map(({ id }) => versions.delete(id)), ...[...spare].map((key) => parts.delete(key))]);
}

function keysOf({ parts, picture }: StoredVersion): string[] {
  return [...parts, ...(picture ? [picture] : [])].map(({ key }) => key);
}

/** An earlier version of a project, without its content. */
export interface VersionHead {
  id: string;
  projectId: string;
  name: string;
  /** Milliseconds since 1970. */
  savedAt: number;
  width: number;
  height: number;
  sceneCount: number;
  /** true: later versions may lack some of its content. */
  isApart: boolean;
  thumbnail?: Blob;
}

/** Reads the JSON text of a version; undefined if it is no longer stored. */
export async function readVersion(id: string): Promise<string | undefined> {
  const change = (await openDatabase())?.transaction(SAVE_TABLES, 'readwrite');
  return change && bodyOfVersion(change, id);
}

/** Lists the earlier versions of a project, newest first. */
export async function listVersions(projectId: string): Promise<VersionHead[]> {
  const change = (await openDatabase())?.transaction(['versions', 'parts']);
  if (!change) return [];
  const versions = await change.objectStore('versions').index('byProject').getAll(projectId);
  const heads = versions.map(async ({ parts: _, picture, mediaUrls: __, ...version }) => {
    const thumbnail = picture && (await change.objectStore('parts').get(picture.key));
    return { ...version, ...(typeof thumbnail === 'object' ? { thumbnail: blobOfStored(thumbnail) } : {}) };
  });
  return (await Promise.all(heads)).sort((a, b) => b.savedAt - a.savedAt);
}
