import { Blend } from 'lucide-react';
import type { Scene } from '../../../engine/project/project.ts';
import { transitionTitles } from '../../../engine/project/videoEffects.ts';
import { openSheet } from '../state/go.ts';
import { pause, seek } from '../state/playback.ts';
import { selectLayer, startOf } from '../state/studio.ts';

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
        <Blend aria-hidden="true" />
        {className === 'scene-transition' && (type === 'cut' ? 'Transition' : name)}
      </span>
    </button>
  );
}

/** Opens the transition panel of a scene and seeks to the scene's start. */
function openTransitionOf(sceneId: string): void {
  pause();
  selectLayer(null);
  seek(startOf(sceneId));
  openSheet('transition');
}

/** The name of a scene's transition. */
function transitionTitle({ transition }: Scene): string {
  return transitionTitles[transition?.type ?? 'cut'];
}
