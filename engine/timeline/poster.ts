import { isStill } from '../project/output.ts';
import type { Project } from '../project/project.ts';
import { sceneDuration, sceneStarts } from './durations.ts';

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
