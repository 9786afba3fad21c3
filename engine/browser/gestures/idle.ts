import { handleCursor } from '../../layout/handles.ts';
import { isOnLayer, layerAt } from '../../layout/hit.ts';
import type { GestureState, Machine } from './machine.ts';
import { isOnCanvas, slopOf } from './touch.ts';
import type { GestureHost, StageLayer, StagePointer } from './types.ts';

/** Nothing is pressed: the cursor says what a press would do, and the main button begins it. */
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
      if (press.button !== 0) return;
      const layer = layerUnder(host, press);
      if (press.target !== 'stage' && !layer) return;
      machine.go('pointing', { press, layer });
    },
    move: hover,
  };
}

/** What a press is for: the selected layer on a handle; else the front layer there, outside the canvas the selected. */
function layerUnder(host: GestureHost, event: StagePointer): StageLayer | undefined {
  const view = host.view();
  const selected = view.layers.find(({ id }) => id === view.selectedId);
  if (event.target === 'rotate') return selected?.canRotate ? selected : undefined;
  if (event.target !== 'stage') return selected;
  const slop = slopOf(event, view.scale);
  // Beyond the canvas nothing shows but the outline of the selected layer.
  if (!isOnCanvas(view, event)) return selected && isOnLayer(selected, event, slop) ? selected : undefined;
  return layerAt(view.layers, event, slop);
}

function cursorAt(host: GestureHost, event: StagePointer): string {
  const layer = layerUnder(host, event);
  if (!layer) return 'default';
  if (event.target === 'stage') return 'move';
  return event.target === 'rotate' ? 'grab' : handleCursor(event.target, layer.box.rotation);
}
