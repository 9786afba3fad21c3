import type { Project } from '../../../engine/project/project.ts';
import { sceneStarts } from '../../../engine/timeline/durations.ts';
import { clockTime } from '../../components/words.ts';

/** When each scene begins, as m:ss; none where there is only one scene. */
export function startLabels(project: Project): string[] {
  return project.scenes.length > 1 ? sceneStarts(project).map(clockTime) : [];
}
