import type { ProjectMedia, ProjectRecord } from '../../../api/contract/project.ts';
import type { ProjectClient } from '../../../api/contract/projectClient.ts';
import type { Project } from '../../../engine/project/project.ts';
import type { StoredAgreement, StudioDatabase } from '../../state/database.ts';
import { isApiError } from '../../state/server.ts';
import { mediaPathsOf, parseBody, saveThumbnail } from '../saved.ts';
import { saveProject } from '../saveProject.ts';
import { noteAgreement } from './agreements.ts';
import { noteRemotes } from './remotes.ts';

/** Result of a pull. */
export interface Pulled {
  /** true: this browser changed the same values; the overridden project is among the versions. */
  isConflict: boolean;
  /** true: this browser has changes that the server lacks. */
  isAhead: boolean;
}

/**
 * Loads a project from the server and merges it with local changes since the last agreement.
 * @returns undefined if it is missing or in a newer format than this page reads.
 */
export async function pullProject(
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
  const thumbnailId = isAhead ? agreement?.thumbnailId : await takePicture(database, record);
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
async function untold(database: StudioDatabase, project: Project, told: readonly ProjectMedia[]): Promise<string[]> {
  const known = new Set(told.map(({ path }) => path));
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
async function takePicture(database: StudioDatabase, { id, picture }: ProjectRecord): Promise<string | undefined> {
  const answer = picture === null ? undefined : await fetch(picture).catch(() => undefined);
  if (answer?.ok) await saveThumbnail(id, await answer.blob());
  return (await database.get('heads', id))?.thumbnailId;
}
