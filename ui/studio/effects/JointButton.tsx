import { Blend, Scissors } from 'lucide-react';
import type { Scene } from '../../../engine/project/project.ts';
import { openTransitionOf } from './openTransition.ts';
import { transitionTitle } from './transitionChoices.ts';

/** Between two scenes: how the second follows the first; opens the choice. @param index of the second one, from 0. */
export function JointButton({ scene, index }: { scene: Scene; index: number }) {
  const { type = 'cut' } = scene.transition ?? {};
  const name = transitionTitle(scene);
  return (
    <button
      type="button"
      className="scene-joint"
      data-type={type}
      aria-label={`Transition into Scene ${index + 1}: ${name}`}
      title="Transition"
      onClick={() => openTransitionOf(scene.id)}
    >
      <span>
        {type === 'cut' ? <Scissors aria-hidden="true" /> : <Blend aria-hidden="true" />}
        {name}
      </span>
    </button>
  );
}
