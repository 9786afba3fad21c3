import type { Project } from '../project/project.ts';
import { changesInTime } from './kinds.ts';

/**
 * Whether all that a project shows stands still: one scene, without video, converted GIF, animated text, a length of
 * its own, or audio. Its output is a picture then, until a person asks for a length.
 */
export function isStillWork({ scenes, audio }: Project): boolean {
  const [only] = scenes;
  if (!only || scenes.length > 1 || audio) return false;
  return only.duration === 0 && !only.layers.some(changesInTime);
}

/**
 * Lets the output follow an edit: work that began to move becomes a video, work that no longer moves a picture. Where
 * an edit did not change that, the output stays as it was chosen.
 */
export function withOutputKind(before: Project, after: Project): Project {
  const isStill = isStillWork(after);
  return isStill === isStillWork(before) || isStill === after.isImage ? after : { ...after, isImage: isStill };
}
