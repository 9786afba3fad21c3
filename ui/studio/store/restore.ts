import { findLayer } from '../../../engine/edit/find.ts';
import { hostileProblems } from '../../../engine/project/guard.ts';
import { newId } from '../../../engine/project/id.ts';
import { problem } from '../../../engine/project/problems.ts';
import type { Project } from '../../../engine/project/project.ts';
import { parseKept } from './migrate.ts';
import { headOf, loadSaved } from './saved.ts';
import { keepUnreadable, readTexts } from './stateStore.ts';
import type { Restored, StoredState, StudioPlace, Unreadable } from './types.ts';

/**
 * What was left of an earlier visit: data that the server put into the page (`<script type="application/json"
 * id="preloaded-state">`, once), else this tab's own state after a reload, else the browser's under the key `state`.
 * A state that cannot be read is put aside for download, so that nothing writes over it. Never throws.
 * @returns undefined when there is nothing.
 */
export function restoreState(): Restored | undefined {
  const preloaded = readPreloaded();
  if (preloaded !== undefined) return parseState(preloaded);
  const { shared, own } = readTexts();
  const latest = shared === undefined ? undefined : parseState(shared);
  const mine = own === undefined ? undefined : parseState(own);
  if (latest?.ok === false) keepUnreadable(latest.text);
  // The other tab's project is in the list; this tab goes on with its own.
  if (mine && mine.ok !== false && (!latest || latest.ok === false || isOthers(latest, mine))) return mine;
  return latest;
}

/**
 * As restoreState; the list of saved projects is asked too, for a project that only it holds, and for a newer version
 * (from another tab, or with another name). Never throws.
 */
export async function restoreStudio(): Promise<{ ok: true; state: StoredState } | Unreadable | undefined> {
  const found = restoreState();
  if (found === undefined || found.ok === false) return found;
  const { projectId, savedAt } = idAndTime(found);
  if (found.ok === true && !(await isNewerInList(projectId, savedAt))) return found;
  const loaded = await loadSaved(projectId);
  if (!loaded.ok) return found.ok === true ? found : loaded;
  const place = found.ok === true ? found.state : {};
  return { ok: true, state: stateOf(loaded.value, { ...place, projectId, savedAt }) };
}

async function isNewerInList(projectId: string, savedAt: number): Promise<boolean> {
  // Data without a time was put there to be opened as it is.
  if (savedAt === 0) return false;
  const head = await headOf(projectId);
  return head !== undefined && head.savedAt > savedAt;
}

/** Reads the text of a state of any version, or of a bare project. Never throws. */
export function parseState(text: string): Restored {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = `What was kept is not JSON: ${(error as Error).message}.`;
    return { ok: false, problems: [problem('json.syntax', [], message)], text };
  }
  const hostile = hostileProblems(value);
  if (hostile.length > 0) return { ok: false, problems: hostile, text };
  const fields = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  if (typeof fields.stateVersion === 'number' && fields.stateVersion > 1) {
    const message = 'This was kept by a newer version of Cutroom.';
    return { ok: false, problems: [problem('choice', ['stateVersion'], message)], text };
  }
  if (fields.scenes === undefined && typeof fields.projectId === 'string') {
    return { ok: 'saved', projectId: fields.projectId, savedAt: timeOf(fields.savedAt) };
  }
  const parsed = parseKept(value);
  return parsed.ok ? { ok: true, state: stateOf(parsed.value, fields) } : { ...parsed, text };
}

/** A project with where the person was in it; what does not fit the project becomes the default. */
function stateOf(project: Project, fields: Record<string, unknown>): StoredState {
  const { projectId, savedAt } = fields;
  return {
    ...project,
    ...placeOf(project, fields),
    projectId: typeof projectId === 'string' && /^[\w-]{1,64}$/.test(projectId) ? projectId : newId(),
    savedAt: timeOf(savedAt),
    stateVersion: 1,
  };
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
