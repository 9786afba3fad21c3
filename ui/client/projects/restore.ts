import { findLayer } from '../../../engine/edit/find.ts';
import { hostileProblems } from '../../../engine/project/guard.ts';
import { newId } from '../../../engine/project/id.ts';
import { parseStored, type Unreadable } from '../../../engine/project/migrate.ts';
import { problem } from '../../../engine/project/problems.ts';
import type { Project } from '../../../engine/project/project.ts';
import { withoutSpecState } from '../../../engine/timeline/specState.ts';
import type { SavedBase } from './bases.ts';
import { loadSaved } from './saved.ts';
import { isBlank, saveProject } from './saveProject.ts';
import {
  adoptStateText,
  forgetAside,
  listAside,
  readTexts,
  type StoredState,
  type StudioPlace,
  setAsideUnreadable,
} from './stateStore.ts';

/**
 * State of an earlier visit. 'saved': local storage was full, so the project was saved in the list of projects under
 * `projectId`; restoreStudio loads it.
 */
export type Restored =
  | { ok: true; state: StoredState }
  | { ok: 'saved'; projectId: string; savedAt: number }
  | Unreadable;

/**
 * Restores the state of an earlier visit: data that the server embedded in the page (`<script type="application/json"
 * id="preloaded-state">`, once), else this tab's own state after a reload, else the browser's under the key `state`. An
 * unreadable state is set aside for download, so that nothing overwrites it. Never throws.
 * @returns undefined if there is none.
 */
export function restoreState(): Restored | undefined {
  return chooseState()?.found;
}

/** Returns the result of restoreState and the text it was read from. */
function chooseState(): { found: Restored; text: string } | undefined {
  const preloaded = readPreloaded();
  if (preloaded !== undefined) return { found: parseState(preloaded), text: preloaded };
  const { shared, own } = readTexts();
  const latest = shared === undefined ? undefined : { found: parseState(shared), text: shared };
  const mine = own === undefined ? undefined : { found: parseState(own), text: own };
  if (latest?.found.ok === false) setAsideUnreadable(latest.text);
  // The other tab's project is in the list; this tab continues with its own.
  if (mine && mine.found.ok !== false && (!latest || latest.found.ok === false || isOthers(latest.found, mine.found)))
    return mine;
  return latest;
}

/** State to open at the start, and its base in the list. */
export interface RestoredStudio {
  ok: true;
  state: StoredState;
  /** Saved version of the project; absent if it is not in the list. */
  base?: SavedBase;
}

/**
 * Like restoreState, but first saves everything to the list that this and other pages could not save any more, and then
 * opens the project as it is in the list. Never throws.
 */
export async function restoreStudio(): Promise<RestoredStudio | Unreadable | undefined> {
  const { shared, own } = readTexts();
  const chosen = chooseState();
  const isListed = new Map<string | undefined, boolean>();
  for (const text of new Set([shared, own])) isListed.set(text, text === undefined || (await isTakenIn(text)));
  await saveAsideStates().catch(() => undefined);
  if (shared !== undefined && (isListed.get(shared) || chosen?.text === shared)) adoptStateText(shared);
  const found = chosen?.found;
  if (found === undefined || found.ok === false) return found;
  const { projectId, savedAt } = idAndTime(found);
  const asItIs = found.ok === true ? { ok: true as const, state: found.state } : undefined;
  // A state without a time was put there by hand, to be opened as it is.
  if (asItIs && (savedAt === 0 || !isListed.get(chosen?.text))) return asItIs;
  const loaded = await loadSaved(projectId);
  if (!loaded.ok) return asItIs ?? loaded;
  return { ok: true, state: stateOf(loaded.value, { ...asItIs?.state, projectId, savedAt }), base: loaded.base };
}

function isTakenIn(text: string): Promise<boolean> {
  return saveStateText(text).then(
    () => true,
    () => false,
  );
}

/** Saves the states that other pages left behind to the list. @throws Error if the browser stores nothing. */
export async function saveAsideStates(): Promise<void> {
  for (const aside of listAside()) {
    await saveStateText(aside.text);
    forgetAside(aside);
  }
}

/** Saves a stored state to the list, merged with the version there. Does nothing if the list contains it already. */
export async function saveStateText(text: string): Promise<void> {
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

/** Returns the project of a state, without the other fields. */
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

/** Parses the text of a state of any version, or of a bare project. Never throws. */
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

/** Combines a project with the place in the Studio; fields that do not fit the project get their defaults. */
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
  // A state without a time was written by hand or by an older version: it is meant to be opened.
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
  // Later changes are newer than the server's data.
  element?.remove();
  return element?.textContent?.trim() || undefined;
}
