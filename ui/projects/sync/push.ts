import type { ApiError } from '../../../api/contract/errors.ts';
import type { ProjectMedia, SavedProject } from '../../../api/contract/project.ts';
import type { ProjectClient } from '../../../api/contract/projectClient.ts';
import type { StoredAgreement, StoredHead, StudioDatabase } from '../../state/database.ts';
import { SAVE_TABLES } from '../../state/database.ts';
import { isApiError } from '../../state/server.ts';
import { blobOfStored } from '../../state/storedBlob.ts';
import { bodyOfVersion } from '../versions.ts';
import { noteAgreement } from './agreements.ts';
import { pictureText } from './pictures.ts';

/** Answers that stay the same however often it is tried: the project is too large, or too much is stored. */
const refusals = new Set([400, 409, 413, 422]);
/** Whether the server will not take something, however often it is tried. */
export const isRefusal = ({ status, code }: ApiError) => refusals.has(status) || code === 'quota';

/**
 * Brings a project of this browser to the server. @param revision the server's that it builds on; undefined: there is none.
 * @returns 'changed': the server has another revision by now.
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
  const { media, unsent } = await mediaOf(database, head);
  const isNewPicture = head.thumbnailId !== undefined && head.thumbnailId !== agreement?.thumbnailId;
  const picture = isNewPicture ? await pictureText(head.thumbnail && blobOfStored(head.thumbnail)) : undefined;
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
    if (!isRefusal(error)) throw error;
    await noteAgreement(database, { ...agreed, refusal: error.message }, (await database.get('agreed', id)) ?? '');
    return 'done';
  }
  const waiting = [...new Set([...unsent, ...(await forgetLost(database, saved.missing))])];
  const apart = await sendApart(client, database, id, agreed.apart);
  await noteAgreement(database, { ...agreed, revision: saved.revision, waiting, apart }, body);
  return 'done';
}

/** Which uploads a project's files are, and those that are here alone. */
export async function mediaOf(database: StudioDatabase, { mediaUrls }: Pick<StoredHead, 'mediaUrls'>) {
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

/** Files that the server has no more, and that are here, are to be sent again. */
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

/** Sends versions that stand apart: what gave way here must not be here alone. @returns those that are there now. */
async function sendApart(client: ProjectClient, database: StudioDatabase, id: string, sent: string[]) {
  const all = await database.getAllFromIndex('versions', 'byProject', id);
  const there = all.filter((version) => version.isApart).map((version) => version.id);
  for (const version of all) {
    if (!version.isApart || sent.includes(version.id)) continue;
    const body = await bodyOfVersion(database.transaction(SAVE_TABLES, 'readwrite'), version.id);
    if (body === undefined) continue;
    const { media } = await mediaOf(database, version);
    await client
      .keepApart(id, { project: JSON.parse(body), savedAt: new Date(version.savedAt).toISOString(), media })
      .catch((error: unknown) => {
        if (!isApiError(error) || !isRefusal(error)) throw error;
      });
  }
  return there;
}
