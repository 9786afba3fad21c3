import { changesInTime } from '../kinds/index.ts';
import { isStill, mp4Output, stillOutput } from '../project/output.ts';
import type { Project } from '../project/project.ts';

/**
 * Whether all that a project shows stands still: one scene, without video, converted GIF, animated text, a length of
 * its own, or audio. Its output is a picture then, until a person asks for a length.
 */
export function isStillWork({ scenes, audio }: Project): boolean {
  const [only] = scenes;
  if (!only || scenes.length > 1 || audio) return false;
  return only.duration === 0 && !only.layers.some(changesInTime);
}

/** The project as something that moves: a picture becomes an MP4, any other output stays. */
export function asMoving(project: Project): Project {
  return isStill(project) ? { ...project, output: mp4Output } : project;
}

/**
 * Lets the output follow an edit: a picture that began to move becomes a video, a video that no longer moves a picture.
 * Where an edit did not change that, and where a GIF or the sound was chosen, the output stays.
 */
export function withOutputKind(before: Project, after: Project): Project {
  const isStillNow = isStillWork(after);
  if (isStillNow === isStillWork(before)) return after;
  if (isStillNow) return after.output.type === 'video' ? { ...after, output: stillOutput } : after;
  return asMoving(after);
}
