import type { ApiError } from '../../../api/contract/errors.ts';
import { PROJECT_LIMITS, type ProjectMedia, type SavedProject } from '../../../api/contract/project.ts';
import type { ProjectClient } from '../../../api/contract/projectClient.ts';
import { isApiError } from '../page/server.ts';
import { bodyOfVersion } from '../projects/versions.ts';
import { SAVE_TABLES, type StoredAgreement, type StoredHead, type StudioDatabase } from '../store/database.ts';
import { blobOfStored } from '../store/storedBlob.ts';

/** Response statuses that a retry does not change: the project is too large, or storage is full. */
const refusals = new Set([400, 409, 413, 422]);
/** Returns whether the server rejects something permanently. */
export const isPermanentRejection = ({ status, code }: ApiError) => refusals.has(status) || code === 'quota';

/**
 * Sends a project to the server. @param revision of the server that it is based on; undefined for none.
 * @returns 'changed' if the server has another revision by now.
 */
export async function pushProject(
  client: ProjectClient,
  database: StudioDatabase,
  head: StoredHead,
  agreement: StoredAgreement | undefined,
  revision: number | undefined,
): Promise<'changed' | 'done'> {
  const { id } = head;
  const body = await database.get('bodies', id);
  if (body === undefined) return 'done';
  const { media, unsent } = await uploadsOf(database, head);
  const isNewPicture = head.thumbnailId !== undefined && head.thumbnailId !== agreement?.thumbnailId;
  const picture = isNewPicture ? await imageToDataUrl(head.thumbnail && blobOfStored(head.thumbnail)) : undefined;
  const save = { project: JSON.parse(body), savedAt: new Date(head.savedAt).toISOString(), media };
  const agreed: StoredAgreement = {
    ...{ id, revision: revision ?? 0, localRevision: head.revision, apart: agreement?.apart ?? [], waiting: unsent },
    ...(head.thumbnailId === undefined ? {} : { thumbnailId: head.thumbnailId }),
  };
  let saved: SavedProject;
  try {
    saved = await client.save(id, { ...save, ...(picture === undefined ? {} : { picture }) }, revision);
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.status === 412) return 'changed';
    if (!isPermanentRejection(error)) throw error;
    await noteAgreement(database, { ...agreed, refusal: error.message }, (await database.get('agreed', id)) ?? '');
    return 'done';
  }
  const waiting = [...new Set([...unsent, ...(await forgetLost(database, saved.missing))])];
  const apart = await sendApart(client, database, id, agreed.apart);
  await noteAgreement(database, { ...agreed, revision: saved.revision, waiting, apart }, body);
  return 'done';
}

/** Returns the uploads of a project's files, and the paths of files that are not uploaded. */
export async function uploadsOf(database: StudioDatabase, { mediaUrls }: Pick<StoredHead, 'mediaUrls'>) {
  const media: ProjectMedia[] = [];
  const unsent: string[] = [];
  for (const path of mediaUrls) {
    const stored = await database.get('media', path);
    const url = stored?.readUrl ?? (await database.get('remotes', path))?.url;
    if (url !== undefined) media.push({ path, url });
    else if (stored) unsent.push(path);
  }
  return { media, unsent };
}

/** Marks local files that the server has lost as not uploaded. @returns their paths. */
export async function forgetLost(database: StudioDatabase, paths: readonly string[]): Promise<string[]> {
  const here: string[] = [];
  for (const path of paths) {
    const stored = await database.get('media', path);
    if (!stored) continue;
    const { readUrl: _, session: __, ...rest } = stored;
    await database.put('media', rest);
    here.push(path);
  }
  return here;
}

/** Sends versions that stand apart, so that overridden work is on the server too. @returns the ids of those there. */
async function sendApart(client: ProjectClient, database: StudioDatabase, id: string, sent: string[]) {
  const all = await database.getAllFromIndex('versions', 'byProject', id);
  const there = all.filter((version) => version.isApart).map((version) => version.id);
  for (const version of all) {
    if (!version.isApart || sent.includes(version.id)) continue;
    const body = await bodyOfVersion(database.transaction(SAVE_TABLES, 'readwrite'), version.id);
    if (body === undefined) continue;
    const { media } = await uploadsOf(database, version);
    await client
      .keepApart(id, { project: JSON.parse(body), savedAt: new Date(version.savedAt).toISOString(), media })
      .catch((error: unknown) => {
        if (!isApiError(error) || !isPermanentRejection(error)) throw error;
      });
  }
  return there;
}

/** Records the version of a project on which server and browser agree. @param body the project as JSON. */
export async function noteAgreement(database: StudioDatabase, agreement: StoredAgreement, body: string): Promise<void> {
  const change = database.transaction(['agreements', 'agreed'], 'readwrite');
  await Promise.all([
    change.objectStore('agreements').put(agreement),
    change.objectStore('agreed').put(body, agreement.id),
    change.done,
  ]);
}

/** Deletes the record of an agreement. */
export async function dropAgreement(database: StudioDatabase, id: string): Promise<void> {
  const change = database.transaction(['agreements', 'agreed'], 'readwrite');
  await Promise.all([
    change.objectStore('agreements').delete(id),
    change.objectStore('agreed').delete(id),
    change.done,
  ]);
}

/** Stores the server URLs of files, which are downloaded on demand. */
export async function noteRemotes(database: StudioDatabase, media: readonly ProjectMedia[]): Promise<void> {
  const change = database.transaction('remotes', 'readwrite');
  await Promise.all([...media.map((one) => change.store.put({ ...one })), change.done]);
}

/** Converts a data URL of `pictureText` back to an image. */
export function dataUrlToBlob(text: string): Blob {
  const [, type = '', data = ''] = /^data:([^;]+);base64,(.*)$/.exec(text) ?? [];
  return new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], { type });
}

/** Converts a small image to a data URL; undefined if the server would reject its type or size. */
export async function imageToDataUrl(blob: Blob | undefined): Promise<string | undefined> {
  if (!blob || !/^image\/(jpeg|png|webp)$/.test(blob.type)) return undefined;
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  const picture = `data:${blob.type};base64,${btoa(text)}`;
  return picture.length <= PROJECT_LIMITS.picture ? picture : undefined;
}
