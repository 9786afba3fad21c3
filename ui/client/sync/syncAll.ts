import type { ProjectHead, ProjectMedia, ProjectRecord } from '../../../api/contract/project.ts';
import type { ProjectClient } from '../../../api/contract/projectClient.ts';
import type { Project } from '../../../engine/project/project.ts';
import { isApiError } from '../page/server.ts';
import { removeSaved } from '../projects/changeSaved.ts';
import { parseBody } from '../projects/readStored.ts';
import { mediaPathsOf, saveThumbnail } from '../projects/saved.ts';
import { saveProject } from '../projects/saveProject.ts';
import type { StoredAgreement, StoredHead, StudioDatabase } from '../store/database.ts';
import { dropAgreement, noteAgreement, noteRemotes, pushProject } from './push.ts';

/** Result of a sync. */
export interface Outcome {
  /** Names of projects in which the same values were changed here and elsewhere. */
  conflicts: string[];
  /** Projects newly rejected by the server, with the reason. Earlier rejections are not repeated. */
  refused: RejectedItem[];
}

/** Data that exists only in this browser. */
export interface RejectedItem {
  name: string;
  refusal: string;
}

/**
 * Ids of projects and kit items that the server rejected in their current version; they are not sent again. Cleared
 * when the page reloads or something is deleted here, since there may be room then.
 */
export const rejectedIds = new Set<string>();

/** Maximum attempts per sync for a project that is being changed elsewhere. */
const TRIES = 3;

/** Number of projects read per request; those that do not fit the response follow later. */
const AT_ONCE = 50;

/**
 * Syncs the account's projects: copies what is new on one side, merges what changed on both, and deletes what was
 * deleted on one side and not changed on the other.
 * @throws ApiError if the server is unreachable or the session has ended.
 */
export async function syncAll(projectClient: ProjectClient, database: StudioDatabase): Promise<Outcome> {
  const { projects, removed } = await projectClient.list();
  const [heads, agreements] = await Promise.all([database.getAll('heads'), database.getAll('agreements')]);
  const ids = new Set([...projects, ...heads, ...agreements].map(({ id }) => id));
  const conflicts: string[] = [];
  const side = <T extends { id: string }>(all: readonly T[]) => new Map(all.map((one) => [one.id, one]));
  const [theirs, ours, agreed] = [side(projects), side(heads), side(agreements)];
  const client = readingAhead(
    projectClient,
    projects.map(({ id }) => id).filter((id) => !ours.has(id) && !agreed.has(id)),
  );
  for (const id of ids) {
    const sides = { id, theirs: theirs.get(id), head: ours.get(id), agreement: agreed.get(id) };
    const isConflict = await syncOne(client, database, { ...sides, isRemoved: removed.includes(id) });
    if (isConflict) conflicts.push((await database.get('heads', id))?.name ?? '');
  }
  return { conflicts, refused: await newlyRefused(database, agreed) };
}

async function newlyRefused(database: StudioDatabase, before: ReadonlyMap<string, StoredAgreement>) {
  const refused: RejectedItem[] = [];
  for (const { id, refusal } of await database.getAll('agreements')) {
    if (refusal === undefined || refusal === before.get(id)?.refusal) continue;
    refused.push({ name: (await database.get('heads', id))?.name ?? '', refusal });
  }
  return refused;
}

/** Reads missing projects in batches: a new machine needs twenty requests for a thousand of them. */
function readingAhead(client: ProjectClient, missing: readonly string[]): ProjectClient {
  const waiting = new Set(missing);
  const read = new Map<string, ProjectRecord>();
  return {
    ...client,
    async get(id, options) {
      if (waiting.delete(id) && !read.has(id))
        for (const record of await client.getMany([id, ...waiting].slice(0, AT_ONCE), options)) {
          read.set(record.id, record);
        }
      const record = read.get(id);
      read.delete(id);
      return record ?? client.get(id, options);
    },
  };
}

interface Sides {
  id: string;
  /** Server's entry, if any. */
  theirs: ProjectHead | undefined;
  /** Local entry, also while its deletion can be undone. */
  head: StoredHead | undefined;
  agreement: StoredAgreement | undefined;
  /** Whether it was deleted on the server. */
  isRemoved: boolean;
}

/** @returns whether the same values were changed here and elsewhere. */
async function syncOne(client: ProjectClient, database: StudioDatabase, sides: Sides): Promise<boolean> {
  const { id, theirs, agreement, isRemoved } = sides;
  const head = sides.head?.removedAt === undefined ? sides.head : undefined;
  if (!head) return removeThere(client, database, sides);
  // Revision 0: a push was rejected, so there never was an agreement.
  const known = agreement && agreement.revision > 0 ? agreement : undefined;
  const isRefused = agreement?.refusal !== undefined && agreement.localRevision === head.revision;
  const isChanged = isRefused || head.revision !== known?.localRevision;
  if (!theirs && known && isRemoved && !isChanged) {
    await dropAgreement(database, id);
    await removeSaved(id);
    return false;
  }
  if (isRefused && rejectedIds.has(id)) return false;
  if (isRefused) rejectedIds.add(id);
  const isSame = theirs !== undefined && theirs.revision === known?.revision;
  if (!theirs) return push(client, database, id, undefined);
  if (isSame && !isChanged && !(await hasMore(database, head, known))) return false;
  return isSame ? push(client, database, id, theirs.revision) : pull(client, database, id);
}

/** Deletes a locally deleted project on the server, unless it was changed there since. */
async function removeThere(client: ProjectClient, database: StudioDatabase, sides: Sides): Promise<boolean> {
  const { id, theirs, agreement } = sides;
  if (theirs && theirs.revision !== agreement?.revision) return pull(client, database, id);
  if (theirs) {
    try {
      await client.remove(id, theirs.revision);
      rejectedIds.clear();
    } catch (error) {
      if (isApiError(error) && error.status === 412) return pull(client, database, id);
      if (!isApiError(error) || error.status !== 404) throw error;
    }
  }
  if (agreement) await dropAgreement(database, id);
  return false;
}

/** Returns whether the server lacks related data: the thumbnail, files, or versions that stand apart. */
async function hasMore(database: StudioDatabase, head: StoredHead, agreement: StoredAgreement): Promise<boolean> {
  if (head.thumbnailId !== undefined && head.thumbnailId !== agreement.thumbnailId) return true;
  if (await hasArrived(database, agreement.waiting)) return true;
  const versions = await database.getAllFromIndex('versions', 'byProject', head.id);
  return versions.some(({ id, isApart }) => isApart && !agreement.apart.includes(id));
}

async function hasArrived(database: StudioDatabase, paths: readonly string[]): Promise<boolean> {
  for (const path of paths) if ((await database.get('media', path))?.readUrl !== undefined) return true;
  return false;
}

async function pull(client: ProjectClient, database: StudioDatabase, id: string, tries = TRIES): Promise<boolean> {
  const pulled = await pullProject(client, database, id, await database.get('agreements', id));
  if (!pulled) return false;
  const agreement = await database.get('agreements', id);
  const isAgain = pulled.isAhead && (await push(client, database, id, agreement?.revision, tries - 1));
  return pulled.isConflict || isAgain;
}

async function push(
  client: ProjectClient,
  database: StudioDatabase,
  id: string,
  revision: number | undefined,
  tries = TRIES,
): Promise<boolean> {
  const [head, agreement] = [await database.get('heads', id), await database.get('agreements', id)];
  if (!head) return false;
  const outcome = await pushProject(client, database, head, agreement, revision);
  return outcome === 'changed' && tries > 0 ? pull(client, database, id, tries) : false;
}

/** Result of a pull. */
interface Pulled {
  /** true: this browser changed the same values; the overridden project is among the versions. */
  isConflict: boolean;
  /** true: this browser has changes that the server lacks. */
  isAhead: boolean;
}

/**
 * Loads a project from the server and merges it with local changes since the last agreement.
 * @returns undefined if it is missing or in a newer format than this page reads.
 */
async function pullProject(
  client: ProjectClient,
  database: StudioDatabase,
  id: string,
  agreement: StoredAgreement | undefined,
): Promise<Pulled | undefined> {
  const record = await client.get(id).catch((error: unknown) => {
    if (isApiError(error) && error.status === 404) return undefined;
    throw error;
  });
  if (!record) return undefined;
  const theirs = parseBody(JSON.stringify(record.project));
  if (!theirs.ok) return undefined;
  await noteRemotes(database, record.media);
  const base = await baseOf(database, agreement);
  const savedAt = Date.parse(record.savedAt);
  const answer = await saveProject({ id, project: theirs.value, savedAt, ...(base ? { base } : {}) });
  if (!answer) return undefined;
  const body = JSON.stringify(theirs.value);
  const isAhead = JSON.stringify(answer.project) !== body;
  const thumbnailId = isAhead ? agreement?.thumbnailId : await storePicture(database, record);
  await noteAgreement(
    database,
    {
      ...{ id, revision: record.revision, apart: agreement?.apart ?? [] },
      waiting: await untold(database, answer.project, record.media),
      localRevision: isAhead ? -1 : answer.head.revision,
      ...(thumbnailId === undefined ? {} : { thumbnailId }),
    },
    body,
  );
  return { isConflict: answer.isConflict, isAhead };
}

/** Returns local files of a project that the server does not know: merging others' changes does not upload them. */
async function untold(database: StudioDatabase, project: Project, sent: readonly ProjectMedia[]): Promise<string[]> {
  const known = new Set(sent.map(({ path }) => path));
  const paths = mediaPathsOf(project).filter((path) => !known.has(path));
  const here = await Promise.all(paths.map((path) => database.getKey('media', path)));
  return paths.filter((_, index) => here[index] !== undefined);
}

/** Returns the last agreed version, the common ancestor of a merge. */
async function baseOf(database: StudioDatabase, agreement: StoredAgreement | undefined) {
  const body = agreement && (await database.get('agreed', agreement.id));
  const parsed = body === undefined ? undefined : parseBody(body);
  if (!agreement || !parsed?.ok) return undefined;
  // A rejected local version is newer than the last agreed one.
  return { revision: agreement.refusal === undefined ? agreement.localRevision : -1, project: parsed.value };
}

/** @returns the id of the project's current thumbnail in this browser. */
async function storePicture(database: StudioDatabase, { id, picture }: ProjectRecord): Promise<string | undefined> {
  const answer = picture === null ? undefined : await fetch(picture).catch(() => undefined);
  if (answer?.ok) await saveThumbnail(id, await answer.blob());
  return (await database.get('heads', id))?.thumbnailId;
}
