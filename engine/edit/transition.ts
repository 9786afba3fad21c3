import type { Project } from '../project/project.ts';
import { type Transition, transition } from '../project/videoEffects.ts';
import { withScene } from './find.ts';

/**
 * Chooses how a scene follows the one before. "cut" takes a transition away; a length out of 0.1 to 5 s counts as the
 * nearest, and one that is not given stays. Nothing for a scene that is not there.
 */
export function setTransition(project: Project, sceneId: string, wanted: Partial<Transition>): Project {
  return withScene(project, sceneId, (scene) => {
    const { transition: before, ...rest } = scene;
    const { type = 'cut', duration = 0.5 } = { ...before, ...wanted };
    if (type === 'cut') return before ? rest : scene;
    const seconds = Number.isFinite(duration) ? Math.min(5, Math.max(0.1, duration)) : 0.5;
    if (before?.type === type && before.duration === seconds) return scene;
    return { ...scene, transition: transition.parse({ type, duration: seconds }, { jitless: true }) };
  });
}
