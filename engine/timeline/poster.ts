import { mediaReferences } from '../project/media.ts';
import { isStill } from '../project/output.ts';
import type { Project } from '../project/project.ts';
import { sceneDuration, sceneStarts, totalDuration } from './durations.ts';

/**
 * The moment that shows a scene best, seconds of the whole video: 40 % into it, when texts have come in, but no
 * later than 2.5 s; the start for a still.
 */
export function posterTime(project: Project, sceneIndex: number): number {
  const scene = project.scenes[sceneIndex];
  const start = sceneStarts(project)[sceneIndex] ?? 0;
  if (!scene || isStill(project)) return start;
  return start + Math.min(2.5, sceneDuration(project, scene) * 0.4);
}

/** So much before the end all is written, seconds. */
const BEFORE_END = 0.05;

/**
 * Where the preview of a project opens, seconds: at its beginning, but without media where its texts are written, as a
 * typewriter has written nothing at first.
 */
export function openingTime(project: Project): number {
  if (mediaReferences(project).length > 0 || isStill(project)) return 0;
  return project.scenes.length > 1 ? posterTime(project, 0) : Math.max(0, totalDuration(project) - BEFORE_END);
}
