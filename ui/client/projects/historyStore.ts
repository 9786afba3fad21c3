import { type History, mapHistory } from '../../../engine/edit/history.ts';
import { mergeProjects } from '../../../engine/edit/mergeProjects.ts';
import type { Project } from '../../../engine/project/project.ts';
import { ownName } from '../page/owner.ts';
import type { SerializedHistory } from '../store/database.ts';

// Undo steps survive a reload and a change of language: they are written to sessionStorage, which other tabs cannot read,
// when the page unloads, and removed when the next one loads. Steps that the database does not have yet are written to
// localStorage too, because a closing tab cannot wait for the database.

/** Where a history is stored when the page unloads. */
export type HistoryPlace = 'sessionStorage' | 'localStorage';

/** Key of the history in both places. */
export const HISTORY_KEY = ownName('history');

/**
 * Takes the undo steps that this tab stored and joins them to the project as it is opened now. They can be read only
 * once.
 * @returns undefined if there are none for this project.
 */
export async function claimHistory(projectId: string, opened: Project): Promise<History<Project> | undefined> {
  // A duplicated tab starts with a copy of this tab's storage.
  const stored = readStored('sessionStorage', () => true);
  if (stored?.projectId !== projectId) return undefined;
  const { parseHistory } = await import('./readStored.ts');
  const parsed = parseHistory(stored, opened);
  if (!parsed || parsed.present === opened) return parsed;
  // Another tab has changed the project since: undo must not revert those changes.
  return mapHistory(parsed, (project) => mergeProjects(parsed.present, project, opened).project);
}

/**
 * Takes the steps of a visit of this project that ended before the database had them. They can be read only once.
 * @returns undefined if there are none.
 */
export function takeLastSteps(projectId: string): SerializedHistory | undefined {
  const stored = readStored('localStorage', (found) => found.projectId === projectId);
  return stored?.projectId === projectId ? stored : undefined;
}

/** Reads the stored history, and removes it if `isTaken`. */
function readStored(
  place: HistoryPlace,
  isTaken: (stored: SerializedHistory) => boolean,
): SerializedHistory | undefined {
  try {
    const text = globalThis[place].getItem(HISTORY_KEY);
    if (text === null) return undefined;
    const stored = JSON.parse(text) as SerializedHistory;
    if (isTaken(stored)) globalThis[place].removeItem(HISTORY_KEY);
    return stored;
  } catch {
    return undefined;
  }
}
