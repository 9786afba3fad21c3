import { newProject } from '../../../engine/edit/newProject.ts';
import { newId } from '../../../engine/project/id.ts';
import type { Project } from '../../../engine/project/project.ts';
import { parseState } from './readStored.ts';
import { restoreStudio } from './restore.ts';
import { noteChangeOutside } from './savedChanges.ts';
import { saveProject } from './saveProject.ts';
import { nextTime, readTexts, writer, writeState } from './stateStore.ts';
import { projectOf, stateOf } from './storedState.ts';

/** A project that was changed while it was not open in this page. */
export interface Changed {
  projectId: string;
  before: Project;
  /** false: the browser has no list of projects, so an open Studio is not notified. */
  isListed: boolean;
}

/**
 * Changes the project that the Studio would open, without opening it; creates one if there is none. A tab that has it
 * open merges the change like any other tab's.
 * @param edit returns undefined to change nothing.
 * @returns undefined if nothing was changed, or if the stored state cannot be read.
 * @throws Error if the browser stores nothing.
 */
export async function editLastProject(
  edit: (project: Project, projectId: string) => Project | undefined,
): Promise<Changed | undefined> {
  const { shared } = readTexts();
  // An unreadable state stays in place, so that the Studio can show its problems.
  if (shared !== undefined && parseState(shared).ok === false) return undefined;
  const found = await restoreStudio();
  if (found?.ok === false) return undefined;
  const state = found?.state ?? stateOf(newProject(newId), {});
  const { projectId } = state;
  const before = found?.base?.project ?? projectOf(state);
  const project = edit(before, projectId);
  if (!project || project === before) return undefined;
  const savedAt = nextTime();
  const request = { id: projectId, project, savedAt, writer, ...(found?.base ? { base: found.base } : {}) };
  const answer = await saveProject(request).catch(() => undefined);
  const place = { ...state, projectId, savedAt, showCanvas: true, selectedLayerId: null };
  const { kept } = writeState(
    stateOf(answer?.project ?? project, { ...place, ...(answer ? { revision: answer.head.revision } : {}) }),
  );
  if (!answer && kept !== 'whole') throw new Error('This browser does not store projects for this page.');
  noteChangeOutside();
  return { projectId, before, isListed: answer !== undefined };
}
