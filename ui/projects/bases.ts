import type { Project } from '../../engine/project/project.ts';

/** What work builds on: the project as it was in the list. */
export interface SavedBase {
  revision: number;
  project: Project;
}

/** By project: what this page's work on it builds on. */
const bases = new Map<string, SavedBase>();

/** What this page's work on a project builds on; undefined for one that the list does not have, as far as it knows. */
export function baseOf(projectId: string): SavedBase | undefined {
  return bases.get(projectId);
}

/** Says what this page's work on a project builds on from now on. */
export function setBase(projectId: string, base: SavedBase): void {
  bases.set(projectId, base);
}
