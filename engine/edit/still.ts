import { changesInTime } from '../kinds/index.ts';
import { isStill, mp4Output, stillOutput } from '../project/output.ts';
import type { Project } from '../project/project.ts';

/**
 * Returns whether a project is static: one scene, without video, converted GIF, animated text, own length, or audio.
 * Its output is then an image, until a person asks for a length.
 */
export function isStaticProject({ scenes, audio, layers = [] }: Project): boolean {
  const [only] = scenes;
  if (!only || scenes.length > 1 || audio || layers.some(changesInTime)) return false;
  return only.duration === 0 && !only.layers.some(changesInTime);
}

/** Makes a project move: an image output becomes an MP4, others stay. */
export function withVideoOutput(project: Project): Project {
  return isStill(project) ? { ...project, output: mp4Output } : project;
}

/**
 * Adapts the output after an edit: an image that began to move becomes a video, a video that no longer moves an image.
 * GIF and audio outputs stay.
 */
export function withOutputKind(before: Project, after: Project): Project {
  const isStillNow = isStaticProject(after);
  if (isStillNow === isStaticProject(before)) return after;
  if (isStillNow) return after.output.type === 'video' ? { ...after, output: stillOutput } : after;
  return withVideoOutput(after);
}
