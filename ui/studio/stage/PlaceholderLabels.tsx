import { TARGET_ATTRIBUTE } from '../../../engine/browser/gestures/bindPointer.ts';
import { layerAt } from '../../../engine/layout/hit.ts';
import { centerOf } from '../../../engine/layout/point.ts';
import { openSheet } from '../state/go.ts';
import { selectLayer } from '../state/studio.ts';
import type { ShownLayer } from './stageLayers.ts';

/** Minimum size of a placeholder on screen that fits the label, in CSS pixels. */
const ROOM = { width: 96, height: 48 };

/** REPLACE in the middle of each placeholder. Left out where another layer covers it. */
export function PlaceholderLabels({ layers, scale }: { layers: readonly ShownLayer[]; scale: number }) {
  return layers
    .filter((shown) => shown.layer.type === 'placeholder' && isInSight(shown, layers, scale))
    .map(({ id, box }) => {
      const { x, y } = centerOf(box);
      return (
        <button
          key={id}
          type="button"
          className="stage-replace"
          {...{ [TARGET_ATTRIBUTE]: 'none' }}
          style={{ left: x * scale, top: y * scale }}
          onClick={() => {
            selectLayer(id);
            openSheet('replace');
          }}
        >
          REPLACE
        </button>
      );
    });
}

function isInSight({ id, box }: ShownLayer, layers: readonly ShownLayer[], scale: number): boolean {
  const hasRoom = box.width * scale >= ROOM.width && box.height * scale >= ROOM.height;
  return hasRoom && layerAt(layers, centerOf(box))?.id === id;
}
