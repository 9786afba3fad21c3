import { Blend, Scissors } from 'lucide-react';
import type { Scene } from '../../../engine/project/project.ts';
import { openTransitionOf } from './openTransition.ts';
import { transitionTitle } from './transitionChoices.ts';

interface Props {
  /** The second of two scenes. */
  scene: Scene;
  /** Index from 0. */
  index: number;
  /** In the list of scenes, which has room for the name, or in the timeline. */
  className: 'scene-transition' | 'board-transition';
}

/** A button between two scenes that opens the choice of their transition. */
export function TransitionButton({ scene, index, className }: Props) {
  const name = transitionTitle(scene);
  const { type = 'cut' } = scene.transition ?? {};
  return (
    <button
      type="button"
      className={className}
      data-type={type}
      aria-label={`Transition into Scene ${index + 1}: ${name}`}
      title={`Transition: ${name}`}
      onClick={() => openTransitionOf(scene.id)}
    >
      <span>
        {type === 'cut' ? <Scissors aria-hidden="true" /> : <Blend aria-hidden="true" />}
        {className === 'scene-transition' && name}
      </span>
    </button>
  );
}
