import type { Project } from '../../../engine/project/project.ts';
import { sceneStarts } from '../../../engine/timeline/durations.ts';
import { clockTime } from '../../components/words.ts';

/** Start of each scene as m:ss; empty for a single scene. */
export function startLabels(project: Project): string[] {
  return project.scenes.length > 1 ? sceneStarts(project).map(clockTime) : [];
}
