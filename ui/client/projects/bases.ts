import type { Project } from '../../../engine/project/project.ts';

/** Saved revision that unsaved work is based on. */
export interface SavedBase {
  revision: number;
  project: Project;
}

/** Base of this page's work, by project id. */
const bases = new Map<string, SavedBase>();

/** Returns the base of this page's work on a project; undefined if the project is not known to be in the list. */
export function baseOf(projectId: string): SavedBase | undefined {
  return bases.get(projectId);
}

/** Sets the base of this page's work on a project. */
export function setBase(projectId: string, base: SavedBase): void {
  bases.set(projectId, base);
}
