import { UNNAMED } from '../../api/contract/unnamed.ts';
import { mergeProjects } from '../../engine/edit/mergeProjects.ts';
import { newId } from '../../engine/project/id.ts';
import type { Project } from '../../engine/project/project.ts';
import {
  needDatabase,
  type PageSave,
  SAVE_TABLES,
  type SavedHead,
  type SaveTransaction,
  type StoredHead,
} from '../state/database.ts';
import type { SavedBase } from './bases.ts';
import { unknownSave, withSave } from './lastSaves.ts';
import { mediaPathsOf, parseBody, plainHead } from './saved.ts';
import { tellSaved } from './savedChanges.ts';
import { bodyOfVersion, putVersion, versionId } from './versions.ts';

/** What a save did. */
export interface SaveAnswer {
  head: SavedHead;
  /** What is in the list now: the project that was given, or that merged with what others had saved meanwhile. */
  project: Project;
  /** true: others had changed the same things. What gave way is among the versions. */
  isConflict: boolean;
}

/** What to save. */
export interface SaveRequest {
  id: string;
  project: Project;
  /** What it builds on; the revision alone where the project of that time is not at hand; absent: not known. */
  base?: Pick<SavedBase, 'revision'> & Partial<SavedBase>;
  /** When this was the newest, milliseconds since 1970. Default now. */
  savedAt?: number;
  /** The page whose work it is. */
  writer?: string;
  /** true: what is in the list now may have what this has not, although this builds on it. */
  isApart?: boolean;
  /** true: nothing is done when `writer` has saved since `savedAt`, as what it did then came from this. */
  unlessListed?: boolean;
  /** false: only a project that is in the list already is saved. Default true. */
  create?: boolean;
}

/** What is in the list. */
interface Listed {
  head: StoredHead;
  body: string;
}

/** What a save comes to. */
interface Outcome {
  /** What is in the list then. */
  project: Project;
  /** false: that is there already. */
  isNew: boolean;
  isConflict: boolean;
  /** Whether it has what was given: what the same page does later builds on it. */
  isIn: boolean;
  /** What was given and cannot be in the list: it becomes a version of its own. */
  aside?: Project;
}

/** Nothing but what stands apart is kept when the browser has no room. */
const HARD_LIMITS = { youngMs: -Infinity, most: 100, bytes: 4e6 };

/**
 * Saves a project under its id. What was there becomes an earlier version. Where others have saved since `base`, both are
 * merged; where `base` is not known, the newer one stands and the other one becomes a version. A project that had been
 * removed is back.
 * @returns undefined when `create` kept it from being saved.
 * @throws Error when the browser keeps nothing or has no room.
 */
export async function saveProject(request: SaveRequest): Promise<SaveAnswer | undefined> {
  try {
    return await saveOnce(request);
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error;
    const { thinVersions } = await import('./thinStored.ts');
    await thinVersions(HARD_LIMITS);
    return saveOnce(request);
  }
}

async function saveOnce(request: SaveRequest): Promise<SaveAnswer | undefined> {
  const { id, project, create = true } = request;
  const change = (await needDatabase()).transaction(SAVE_TABLES, 'readwrite');
  const listed = await readListed(change, id);
  if (!listed && !create) return undefined;
  const outcome = listed
    ? await settle(change, request, listed)
    : { project, isNew: true, isConflict: false, isIn: true };
  const given = await putGiven(change, request, outcome);
  const head = headOf(request, outcome, { former: listed?.head, given });
  await change.objectStore('heads').put(head);
  if (outcome.isNew) {
    const isApart = outcome.isConflict || request.isApart === true;
    if (listed) await putVersion(change, listed.head, listed.body, { isApart });
    await change.objectStore('bodies').put(JSON.stringify(outcome.project), id);
  }
  if (outcome.aside) {
    await putBeside(change, request, { project: outcome.aside, isApart: true });
  }
  await change.done;
  if (outcome.isNew) tellSaved({ id, what: 'saved', revision: head.revision });
  return { head: plainHead(head), project: outcome.project, isConflict: outcome.isConflict };
}

async function readListed(change: SaveTransaction, id: string): Promise<Listed | undefined> {
  const [head, body] = [await change.objectStore('heads').get(id), await change.objectStore('bodies').get(id)];
  return head && body !== undefined ? { head, body } : undefined;
}

/** Says what becomes of given work and of what is in the list. */
async function settle(change: SaveTransaction, request: SaveRequest, { head, body }: Listed): Promise<Outcome> {
  const { project, base, savedAt = Date.now() } = request;
  const taken: Outcome = { project, isNew: true, isConflict: false, isIn: true };
  if (body === JSON.stringify(project)) return { ...taken, isNew: head.removedAt !== undefined };
  const theirs = parseBody(body);
  if (!theirs.ok) return { ...taken, isConflict: true };
  const stays: Outcome = { project: theirs.value, isNew: false, isConflict: false, isIn: false };
  if (request.unlessListed && savedAt <= (head.lastSaves?.[request.writer ?? '']?.savedAt ?? -1)) return stays;
  const own = unknownSave(head, request.writer, base?.revision);
  if ((own && !own.given ? own.revision : base?.revision) === head.revision) return taken;
  const from =
    (own && (await projectAt(change, own.given ?? versionId(request.id, own.revision)))) ??
    base?.project ??
    (base && (await projectAt(change, versionId(request.id, base.revision))));
  if (!from) return savedAt < head.savedAt ? { ...stays, aside: project } : { ...taken, isConflict: true };
  const merged = mergeProjects(from, project, theirs.value);
  return { ...merged, isNew: merged.project !== theirs.value, isIn: true };
}

/** Keeps what a page gave as a version where the list gets it merged. @returns the version's id. */
async function putGiven(change: SaveTransaction, request: SaveRequest, outcome: Outcome): Promise<string | undefined> {
  const isMerged = outcome.isIn && outcome.project !== request.project;
  if (!isMerged || request.writer === undefined) return undefined;
  return putBeside(change, request, { project: request.project, isApart: false });
}

/** Keeps a project that never is in the list as a version. @returns the version's id. */
async function putBeside(
  change: SaveTransaction,
  request: SaveRequest,
  { project, isApart }: { project: Project; isApart: boolean },
): Promise<string> {
  const name = newId();
  const head = headOf(request, { project, isNew: true, isConflict: false, isIn: false });
  await putVersion(change, head, JSON.stringify(project), { name, isApart });
  return versionId(request.id, name);
}

async function projectAt(change: SaveTransaction, version: string): Promise<Project | undefined> {
  const body = await bodyOfVersion(change, version);
  const parsed = body === undefined ? undefined : parseBody(body);
  return parsed?.ok ? parsed.value : undefined;
}

function headOf(
  { id, savedAt = Date.now(), writer }: SaveRequest,
  outcome: Outcome,
  { former, given }: { former?: StoredHead | undefined; given?: string | undefined } = {},
): StoredHead {
  const revision = (former?.revision ?? 0) + (outcome.isNew ? 1 : 0);
  const lastSaves = former?.lastSaves;
  const save: PageSave = outcome.isIn
    ? { savedAt, revision, ...(given === undefined ? {} : { given }) }
    : { revision: 0, ...lastSaves?.[writer ?? ''], savedAt };
  const note = writer === undefined ? {} : { lastSaves: withSave(lastSaves, writer, save) };
  // Opening a project and leaving it as it is makes it no newer.
  if (former && !outcome.isNew) return { ...former, ...note };
  const { project } = outcome;
  return {
    ...{ id, name: project.name || UNNAMED, width: project.width, height: project.height },
    ...{ sceneCount: project.scenes.length, savedAt: Math.max(savedAt, former?.savedAt ?? 0), revision },
    ...(former?.thumbnail ? { thumbnail: former.thumbnail } : {}),
    ...(former?.thumbnailId ? { thumbnailId: former.thumbnailId } : {}),
    mediaUrls: mediaPathsOf(project),
    ...(lastSaves ? { lastSaves } : {}),
    ...note,
  };
}

/** Whether there is nothing in a project: a list full of empty projects helps nobody. */
export function isBlank(project: Project): boolean {
  return project.scenes.length === 1 && project.scenes[0]?.layers.length === 0 && !project.audio && !project.name;
}
