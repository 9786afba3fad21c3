import type { Project } from '../project/project.ts';
import { type Transition, transition } from '../project/videoEffects.ts';
import { withScene } from './find.ts';

/**
 * Sets the transition into a scene. "cut" removes it; a length is clamped to 0.1 to 5 s, an absent one stays. Does
 * nothing for an unknown scene.
 */
export function setTransition(
  project: Project,
  sceneId: string,
  change: { [K in keyof Transition]?: Transition[K] | undefined },
): Project {
  return withScene(project, sceneId, (scene) => {
    const { transition: before, ...rest } = scene;
    const { type = 'cut', duration = 0.5, direction } = { ...before, ...change };
    if (type === 'cut') return before ? rest : scene;
    const seconds = Number.isFinite(duration) ? Math.min(5, Math.max(0.1, duration)) : 0.5;
    if (before?.type === type && before.duration === seconds && before.direction === direction) return scene;
    return { ...scene, transition: transition.parse({ type, duration: seconds, direction }, { jitless: true }) };
  });
}

/** Sets the transition into a scene for all scenes but the first. */
export function setAllTransitions(project: Project, sceneId: string): Project {
  const chosen = project.scenes.find(({ id }) => id === sceneId)?.transition;
  return project.scenes
    .slice(1)
    .reduce(
      (changed, { id }) => setTransition(changed, id, { direction: undefined, ...(chosen ?? { type: 'cut' }) }),
      project,
    );
}
