import { proxy, ref } from 'valtio/vanilla';
import type { Project } from '../../../engine/project/project.ts';
import type { Unproxied } from '../../client/page/unproxied.ts';
import { player } from './player.ts';
import { studio } from './studio.ts';

/** Preview of what a gesture would change. Shown instead of the project until the gesture ends; changes nothing. */
export const gesturePreview = proxy({ project: null as Unproxied<Project> | null });

/** Shows the preview of a gesture. @param project undefined shows the project itself again. */
export function showGesturePreview(project?: Project): void {
  if (!project && !gesturePreview.project) return;
  gesturePreview.project = project ? ref(project) : null;
  player.update(project ?? studio.project);
}
