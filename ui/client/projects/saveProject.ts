import { UNNAMED } from '../../../api/contract/unnamed.ts';
import { mergeProjects } from '../../../engine/edit/mergeProjects.ts';
import { truncateName } from '../../../engine/edit/truncateName.ts';
import { newId } from '../../../engine/project/id.ts';
import { mediaReferences } from '../../../engine/project/media.ts';
import type { Project } from '../../../engine/project/project.ts';
import { fileNameOf } from '../media/references.ts';
import {
  needDatabase,
  type PageSave,
  SAVE_TABLES,
  type SavedHead,
  type SaveTransaction,
  type StoredHead,
} from '../store/database.ts';
import type { SavedBase } from './bases.ts';
import { mediaPathsOf, plainHead } from './saved.ts';
import { notifySavedChange } from './savedChanges.ts';
import { bodyOfVersion, putVersion, versionId } from './versions.ts';

/** Result of a save. */
export interface SaveAnswer {
  head: SavedHead;
  /** Project in the list now: the sent one, or its merge with what others saved meanwhile. */
  project: Project;
  /** true: others changed the same values. The overridden project is among the versions. */
  isConflict: boolean;
}

/** Project to save. */
export interface SaveRequest {
  id: string;
  project: Project;
  /** Version it is based on; only the revision if that project is not available; absent if unknown. */
  base?: Pick<SavedBase, 'revision'> & Partial<SavedBase>;
  /** When this was the newest state, in milliseconds since 1970. Default: now. */
  savedAt?: number;
  /** Id of the page whose work it is. */
  writer?: string;
  /** true: the version in the list may contain something that this one lacks, although this one is based on it. */
  isApart?: boolean;
  /** true: do nothing if `writer` has saved since `savedAt`, because that save already contains this work. */
  unlessListed?: boolean;
  /** false: save only a project that is already in the list. Default: true. */
  create?: boolean;
}

/** Entry of the list. */
interface Listed {
  head: StoredHead;
  body: string;
}

/** Decision about a save. */
interface Outcome {
  /** Project that the list contains afterwards. */
  project: Project;
  /** false: the list contains it already. */
  isNew: boolean;
  isConflict: boolean;
  /** Whether it contains the sent project: later work of the same page is based on it. */
  isIn: boolean;
  /** Sent project that does not enter the list and becomes a separate version. */
  aside?: Project;
}

type Reader = Pick<typeof import('./readStored.ts'), 'parseBody'>;

/** When the browser is full, only versions that stand apart are retained. */
const HARD_LIMITS = { youngMs: -Infinity, most: 100, bytes: 4e6 };

/**
 * Saves a project under its id. The previous content becomes an earlier version. If others saved since `base`, merges
 * both; if `base` is unknown, the newer one wins and the other becomes a version. A removed project is restored.
 * @returns undefined if `create` is false and the project is not in the list.
 * @throws Error if the browser stores nothing or is full.
 */
export async function saveProject(request: SaveRequest): Promise<SaveAnswer | undefined> {
  try {
    return await saveOnce(request);
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error;
    const { sweepVersions } = await import('./sweepVersions.ts');
    await sweepVersions(HARD_LIMITS);
    return saveOnce(request);
  }
}

async function saveOnce(request: SaveRequest): Promise<SaveAnswer | undefined> {
  const { id, project, create = true } = request;
  // A transaction does not wait for code to load.
  const reader = await import('./readStored.ts');
  const change = (await needDatabase()).transaction(SAVE_TABLES, 'readwrite');
  const listed = await readListed(change, id);
  if (!listed && !create) return undefined;
  const outcome = listed
    ? await settle(change, request, listed, reader)
    : { project, isNew: true, isConflict: false, isIn: true };
  const given = await putSentVersion(change, request, outcome);
  const head = headOf(request, outcome, { former: listed?.head, given });
  await change.objectStore('heads').put(head);
  if (outcome.isNew) {
    const isApart = outcome.isConflict || request.isApart === true;
    if (listed) await putVersion(change, listed.head, listed.body, { isApart });
    await change.objectStore('bodies').put(JSON.stringify(outcome.project), id);
  }
  if (outcome.aside) {
    await putAside(change, request, { project: outcome.aside, isApart: true });
  }
  await change.done;
  if (outcome.isNew) notifySavedChange({ id, what: 'saved', revision: head.revision });
  return { head: plainHead(head), project: outcome.project, isConflict: outcome.isConflict };
}

async function readListed(change: SaveTransaction, id: string): Promise<Listed | undefined> {
  const [head, body] = [await change.objectStore('heads').get(id), await change.objectStore('bodies').get(id)];
  return head && body !== undefined ? { head, body } : undefined;
}

/** Decides how a project and the one in the list are combined. */
async function settle(
  change: SaveTransaction,
  request: SaveRequest,
  { head, body }: Listed,
  { parseBody }: Reader,
): Promise<Outcome> {
  const projectAt = async (version: string): Promise<Project | undefined> => {
    const text = await bodyOfVersion(change, version);
    const parsed = text === undefined ? undefined : parseBody(text);
    return parsed?.ok ? parsed.value : undefined;
  };
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
    (own && (await projectAt(own.given ?? versionId(request.id, own.revision)))) ??
    base?.project ??
    (base && (await projectAt(versionId(request.id, base.revision))));
  if (!from) return savedAt < head.savedAt ? { ...stays, aside: project } : { ...taken, isConflict: true };
  const merged = mergeProjects(from, project, theirs.value);
  return { ...merged, isNew: merged.project !== theirs.value, isIn: true };
}

/**
 * Stores the sent project as a version if the list gets a merged one.
 * @returns the version's id.
 */
async function putSentVersion(
  change: SaveTransaction,
  request: SaveRequest,
  outcome: Outcome,
): Promise<string | undefined> {
  const isMerged = outcome.isIn && outcome.project !== request.project;
  if (!isMerged || request.writer === undefined) return undefined;
  return putAside(change, request, { project: request.project, isApart: false });
}

/** Stores a project that never enters the list as a version. @returns the version's id. */
async function putAside(
  change: SaveTransaction,
  request: SaveRequest,
  { project, isApart }: { project: Project; isApart: boolean },
): Promise<string> {
  const name = newId();
  const head = headOf(request, { project, isNew: true, isConflict: false, isIn: false });
  await putVersion(change, head, JSON.stringify(project), { name, isApart });
  return versionId(request.id, name);
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
  // Opening and closing a project without changes does not update its time.
  if (former && !outcome.isNew) return { ...former, ...note };
  const { project } = outcome;
  return {
    ...{ id, name: project.name || nameOfFirstFile(project) || UNNAMED, width: project.width, height: project.height },
    ...{ sceneCount: project.scenes.length, savedAt: Math.max(savedAt, former?.savedAt ?? 0), revision },
    ...(former?.thumbnail ? { thumbnail: former.thumbnail } : {}),
    ...(former?.thumbnailId ? { thumbnailId: former.thumbnailId } : {}),
    mediaUrls: mediaPathsOf(project),
    ...(lastSaves ? { lastSaves } : {}),
    ...note,
  };
}

/** Returns the name of a project's first media file without its extension; '' without media. */
export function nameOfFirstFile(project: Project): string {
  const [first] = mediaReferences(project);
  return first ? truncateName(fileNameOf(first.url).replace(/\.\w{1,5}$/, '')) : '';
}

/** Returns whether a project is empty and untitled: such projects are not added to the list. */
export function isBlank(project: Project): boolean {
  return project.scenes.length === 1 && project.scenes[0]?.layers.length === 0 && !project.audio && !project.name;
}

/** Maximum number of pages whose last save of a project is recorded. */
const MOST_PAGES = 20;

/** Returns the recorded last save of each page, with one more save. */
function withSave(former: StoredHead['lastSaves'] = {}, writer: string, save: PageSave): Record<string, PageSave> {
  const others = Object.entries(former).filter(([name]) => name !== writer);
  const newest = others.sort(([, a], [, b]) => b.savedAt - a.savedAt).slice(0, MOST_PAGES - 1);
  const savedAt = Math.max(save.savedAt, former[writer]?.savedAt ?? 0);
  return Object.fromEntries([[writer, { ...save, savedAt }], ...newest]);
}

/**
 * Returns the page's own last save if its work does not know of it, because the page closed before the save was
 * confirmed. The work is still based on that save, because the saves of one page are sequential.
 * @param revision that the work names as its base.
 */
function unknownSave(
  { lastSaves }: StoredHead,
  writer: string | undefined,
  revision: number | undefined,
): PageSave | undefined {
  const own = writer === undefined ? undefined : lastSaves?.[writer];
  return own && own.revision > (revision ?? 0) ? own : undefined;
}
