import { findLayer } from '../../engine/edit/find.ts';
import { hostileProblems } from '../../engine/project/guard.ts';
import { newId } from '../../engine/project/id.ts';
import { problem } from '../../engine/project/problems.ts';
import type { Project } from '../../engine/project/project.ts';
import type { SavedBase } from './bases.ts';
import { parseStored, type Unreadable } from './migrate.ts';
import { loadSaved } from './saved.ts';
import { isBlank, saveProject } from './saveProject.ts';
import { withoutSpecState } from './specState.ts';
import {
  forgetAside,
  keepUnreadable,
  listAside,
  readTexts,
  type StoredState,
  type StudioPlace,
  takeOverText,
} from './stateStore.ts';

/**
 * What was found of an earlier visit. 'saved': the browser's small store was full, the project is in the list of
 * saved ones under that id; restoreStudio fetches it.
 */
export type Restored =
  | { ok: true; state: StoredState }
  | { ok: 'saved'; projectId: string; savedAt: number }
  | Unreadable;

/**
 * What was left of an earlier visit: data that the server put into the page (`<script type="application/json"
 * id="preloaded-state">`, once), else this tab's own state after a reload, else the browser's under the key `state`.
 * A state that cannot be read is put aside for download, so that nothing writes over it. Never throws.
 * @returns undefined when there is nothing.
 */
export function restoreState(): Restored | undefined {
  return choose()?.found;
}

/** What restoreState says, and the text that it was read from. */
function choose(): { found: Restored; text: string } | undefined {
  const preloaded = readPreloaded();
  if (preloaded !== undefined) return { found: parseState(preloaded), text: preloaded };
  const { shared, own } = readTexts();
  const latest = shared === undefined ? undefined : { found: parseState(shared), text: shared };
  const mine = own === undefined ? undefined : { found: parseState(own), text: own };
  if (latest?.found.ok === false) keepUnreadable(latest.text);
  // The other tab's project is in the list; this tab goes on with its own.
  if (mine && mine.found.ok !== false && (!latest || latest.found.ok === false || isOthers(latest.found, mine.found)))
    return mine;
  return latest;
}

/** What is opened at the start: a state, and what of it the list holds. */
export interface RestoredStudio {
  ok: true;
  state: StoredState;
  /** What the list holds; absent where the list does not have the project. */
  base?: SavedBase;
}

/**
 * As restoreState; but all that this and other pages had not brought into the list of saved projects any more is brought
 * there first, and the project is opened as it is there then. Never throws.
 */
export async function restoreStudio(): Promise<RestoredStudio | Unreadable | undefined> {
  const { shared, own } = readTexts();
  const chosen = choose();
  const isListed = new Map<string | undefined, boolean>();
  for (const text of new Set([shared, own])) isListed.set(text, text === undefined || (await isTakenIn(text)));
  await takeInAside().catch(() => undefined);
  if (shared !== undefined && (isListed.get(shared) || chosen?.text === shared)) takeOverText(shared);
  const found = chosen?.found;
  if (found === undefined || found.ok === false) return found;
  const { projectId, savedAt } = idAndTime(found);
  const asItIs = found.ok === true ? { ok: true as const, state: found.state } : undefined;
  // What has no time was put there by hand, to be opened as it is.
  if (asItIs && (savedAt === 0 || !isListed.get(chosen?.text))) return asItIs;
  const loaded = await loadSaved(projectId);
  if (!loaded.ok) return asItIs ?? loaded;
  return { ok: true, state: stateOf(loaded.value, { ...asItIs?.state, projectId, savedAt }), base: loaded.base };
}

function isTakenIn(text: string): Promise<boolean> {
  return takeIn(text).then(
    () => true,
    () => false,
  );
}

/** Brings what other pages could not bring into the list any more into it. @throws Error when the browser keeps nothing. */
export async function takeInAside(): Promise<void> {
  for (const aside of listAside()) {
    await takeIn(aside.text);
    forgetAside(aside);
  }
}

/** Brings a kept state into the list, merged with what is there; does nothing with one that is there already. */
export async function takeIn(text: string): Promise<void> {
  const found = parseState(text);
  if (found.ok !== true || found.state.savedAt === 0) return;
  const { projectId: id, savedAt, revision, writer } = found.state;
  const project = projectOf(found.state);
  await saveProject({
    ...{ id, project, savedAt, create: !isBlank(project), unlessListed: true },
    ...(revision === undefined ? {} : { base: { revision } }),
    ...(writer === undefined ? {} : { writer }),
  });
}

/** The project of a state, without what the state has beside it. */
export function projectOf(state: StoredState): Project {
  const { projectId: _a, savedAt: _b, stateVersion: _c, revision: _d, writer: _e, ...rest } = state;
  const {
    selectedSceneId: _f,
    selectedSceneIndex: _g,
    selectedLayerId: _h,
    studioTime: _i,
    showCanvas: _j,
    ...project
  } = rest;
  return project;
}

/** Reads the text of a state of any version, or of a bare project. Never throws. */
export function parseState(text: string): Restored {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = `The saved data is not JSON: ${(error as Error).message}.`;
    return { ok: false, problems: [problem('json.syntax', [], message)], text };
  }
  const hostile = hostileProblems(value);
  if (hostile.length > 0) return { ok: false, problems: hostile, text };
  const hasFields = typeof value === 'object' && value !== null && !Array.isArray(value);
  const fields = hasFields ? (value as Record<string, unknown>) : {};
  if (typeof fields.stateVersion === 'number' && fields.stateVersion > 1) {
    const message = 'This was saved by a newer version of Cutroom.';
    return { ok: false, problems: [problem('choice', ['stateVersion'], message)], text };
  }
  if (fields.scenes === undefined && typeof fields.projectId === 'string') {
    return { ok: 'saved', projectId: fields.projectId, savedAt: timeOf(fields.savedAt) };
  }
  const parsed = parseStored(hasFields ? withoutSpecState(fields) : value);
  return parsed.ok ? { ok: true, state: stateOf(parsed.value, fields) } : { ...parsed, text };
}

/** A project with where the person was in it; what does not fit the project becomes the default. */
export function stateOf(project: Project, fields: Record<string, unknown>): StoredState {
  const { projectId, savedAt, revision, writer } = fields;
  return {
    ...project,
    ...placeOf(project, fields),
    projectId: isName(projectId) ? projectId : newId(),
    savedAt: timeOf(savedAt),
    ...(typeof revision === 'number' ? { revision } : {}),
    ...(isName(writer) ? { writer } : {}),
    stateVersion: 1,
  };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{1,64}$/.test(value);
}

function placeOf(project: Project, fields: Record<string, unknown>): StudioPlace {
  const { selectedSceneId, selectedLayerId, studioTime, showCanvas } = fields;
  const index = Math.max(
    0,
    project.scenes.findIndex(({ id }) => id === String(selectedSceneId)),
  );
  const layerId =
    typeof selectedLayerId === 'string' || typeof selectedLayerId === 'number' ? `${selectedLayerId}` : '';
  const isThere = layerId === 'background' || findLayer(project, layerId) !== undefined;
  return {
    selectedSceneId: project.scenes[index]?.id ?? '',
    selectedSceneIndex: index,
    selectedLayerId: isThere ? layerId : null,
    studioTime: timeOf(studioTime),
    showCanvas: showCanvas === true,
  };
}

function isOthers(latest: Exclude<Restored, Unreadable>, mine: Exclude<Restored, Unreadable>): boolean {
  const [theirs, own] = [idAndTime(latest), idAndTime(mine)];
  // A state without a time was put there by hand or by an older version: it was meant to be read.
  if (theirs.savedAt === 0) return false;
  return theirs.projectId !== own.projectId || own.savedAt > theirs.savedAt;
}

function idAndTime(found: Exclude<Restored, Unreadable>): { projectId: string; savedAt: number } {
  return found.ok === true ? found.state : found;
}

function timeOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : 0;
}

function readPreloaded(): string | undefined {
  const element = document.getElementById('preloaded-state');
  // Later changes are newer than what the server knew.
  element?.remove();
  return element?.textContent?.trim() || undefined;
}
