import { Blend } from 'lucide-react';
import { animationsOf } from '../../../engine/kinds/families.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import type { LayerSpan } from '../../../engine/timeline/spans.ts';
import { layerLabel } from '../../client/media/layerTitle.ts';
import { hasDocks } from '../../kit/hooks.ts';
import { inspectorView } from '../state/docks.ts';
import { openSheet } from '../state/go.ts';
import { chooseBar } from './timeEdits.ts';

interface Props {
  span: LayerSpan;
  /** CSS pixels per second. */
  scale: number;
}

/** Minimum width of a bar for the button of its transition, in CSS pixels. */
const ROOM = 44;

/**
 * How long a layer enters and exits, as lines at the foot of its bar; a transition from the layer before as a button
 * on the border, which opens it. By keyboard, the layer's own panels open it.
 */
export function AnimationMarks({ span: { layer, start, end }, scale }: Props) {
  const { animateIn, animateOut } = animationsOf(layer);
  const width = (end - start) * scale;
  const lengthOf = (seconds: number) => Math.min(width, seconds * scale);
  return (
    <>
      {animateIn && <span className="bar-motion is-in" style={{ width: lengthOf(animateIn.duration) }} />}
      {animateOut && <span className="bar-motion is-out" style={{ width: lengthOf(animateOut.duration) }} />}
      {animateIn?.over && width >= ROOM && (
        <button
          type="button"
          className="bar-transition"
          tabIndex={-1}
          aria-label={`Transition into ${layerLabel(layer)}`}
          title="Transition from the layer before"
          onPointerDown={(press) => press.stopPropagation()}
          onClick={() => openTransition(layer)}
        >
          <Blend aria-hidden="true" />
        </button>
      )}
    </>
  );
}

function openTransition({ id }: Layer): void {
  chooseBar(id);
  if (hasDocks()) inspectorView.tab = 'animation';
  else openSheet('in-and-out');
}
