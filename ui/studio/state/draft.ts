import { proxy, ref } from 'valtio/vanilla';
import type { Project } from '../../../engine/project/project.ts';
import type { Unproxied } from '../../state/unproxied.ts';
import { player } from './player.ts';
import { studio } from './studio.ts';

/** What a gesture would make of the project: shown in its place until the gesture ends; nothing is changed by it. */
export const draft = proxy({ project: null as Unproxied<Project> | null });

/** Shows what a gesture would make of the project. @param project undefined: the project itself is shown again. */
export function showDraft(project?: Project): void {
  if (!project && !draft.project) return;
  draft.project = project ? ref(project) : null;
  player.setProject(project ?? studio.project);
}
