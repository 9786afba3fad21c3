import { newProject } from '../../engine/edit/newProject.ts';
import { newId } from '../../engine/project/id.ts';
import type { Project } from '../../engine/project/project.ts';
import { noteChangeOutside } from './changesOutside.ts';
import { nextTime } from './nextTime.ts';
import { parseState, projectOf, restoreStudio, stateOf } from './restore.ts';
import { saveProject } from './saveProject.ts';
import { readTexts, writer, writeState } from './stateStore.ts';

/** A project that was changed while it was not open here. */
export interface Changed {
  projectId: string;
  before: Project;
  /** false: the browser has no list of projects, so that an open Studio does not hear of it. */
  isListed: boolean;
}

/**
 * Changes the project that the Studio would open, without opening it; a new one where there is none. A tab that has it
 * open takes the change over like any other tab's.
 * @param edit undefined: nothing is to be changed.
 * @returns undefined when nothing was, also because what is stored cannot be read.
 * @throws Error when the browser stores nothing.
 */
export async function changeLast(
  edit: (project: Project, projectId: string) => Project | undefined,
): Promise<Changed | undefined> {
  const { shared } = readTexts();
  // It stays where it is, so that the Studio can show what is wrong with it.
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
