import { handleCursor } from '../../layout/handles.ts';
import { layerAt } from '../../layout/hit.ts';
import type { GestureHost, StageLayer, StagePointer, StageView } from './gestureHost.ts';
import type { GestureState, Machine } from './machine.ts';
import { isOnCanvas, slopOf } from './touch.ts';

/** Nothing is pressed: the cursor shows what a press would do, and the main button starts it. */
export function createIdle(machine: Machine, hovering: StagePointer | undefined): GestureState {
  const { host } = machine;
  const hover = (event: StagePointer): void => {
    if (event.pointerType !== 'touch') machine.cursor(cursorAt(host, event));
  };
  if (hovering) hover(hovering);
  return {
    name: 'idle',
    pointers: [],
    down(press) {
      if (press.button === 1 || (press.button === 0 && host.view().isHand)) machine.go('panning', { press });
      if (press.button !== 0 || host.view().isHand) return;
      const layer = layerUnder(host, press);
      if (press.target !== 'stage' && !layer) return;
      machine.go('pointing', { press, layer });
    },
    move: hover,
  };
}

/**
 * Returns the layer that a press applies to: the selected one on a handle, else the front layer at the point, outside
 * of the canvas only selected ones.
 */
function layerUnder(host: GestureHost, event: StagePointer): StageLayer | undefined {
  const view = host.view();
  const selected = view.layers.find(({ id, isLocked }) => id === view.selectedId && !isLocked);
  if (event.target === 'rotate') return selected?.canRotate ? selected : undefined;
  if (event.target !== 'stage') return selected;
  const slop = slopOf(event, view.scale);
  // Outside of the canvas only the outlines of selected layers are visible.
  if (!isOnCanvas(view, event)) return layerAt(selectedLayers(view), event, slop);
  return layerAt(view.layers, event, slop);
}

function selectedLayers({ layers, selectedId, severalIds }: StageView): readonly StageLayer[] {
  return layers.filter(({ id }) => id === selectedId || severalIds.includes(id));
}

function cursorAt(host: GestureHost, event: StagePointer): string {
  const layer = layerUnder(host, event);
  if (!layer) return 'default';
  if (event.target === 'stage') return 'move';
  return event.target === 'rotate' ? 'grab' : handleCursor(event.target, layer.box.rotation);
}
