import { distance } from '../../layout/point.ts';
import type { Entries, GestureState, Machine } from './machine.ts';
import { hasMoved, isOnCanvas } from './touch.ts';
import type { StagePointer } from './types.ts';

/** Longest time between the two clicks of a double click, milliseconds. */
const doubleClickTime = 400;
/** Farthest way between them, CSS pixels. */
const doubleClickReach = 24;

/**
 * The pointer is down and has not moved enough to mean anything but a click. A layer that is pressed is selected at
 * once, so that one go selects and drags it.
 */
export function createPointing(machine: Machine, { press, layer }: Entries['pointing']): GestureState {
  const { host } = machine;
  if (press.target === 'stage' && layer && host.view().selectedId !== layer.id) host.select(layer.id);
  return {
    name: 'pointing',
    pointers: [press.pointerId],
    down(event) {
      const { layers, selectedId } = host.view();
      const pinched = layer ?? layers.find(({ id }) => id === selectedId);
      const isPinch = press.pointerType === 'touch' && event.pointerType === 'touch';
      if (isPinch && pinched) machine.go('pinching', { layer: pinched, fingers: [press, event] });
    },
    move(event) {
      if (!layer || !hasMoved(press, event, host.view().scale)) return;
      const { target } = press;
      if (target === 'stage') machine.go('dragging', { press, layer });
      else if (target === 'rotate') machine.go('rotating', { press, layer });
      else machine.go('resizing', { press, layer, handle: target });
    },
    end(event) {
      const isClick = press.target === 'stage' && !hasMoved(press, event, host.view().scale);
      if (isClick && layer) clickLayer(machine, layer.id, press);
      else if (isClick) clickEmpty(machine, press);
      machine.go('idle', event);
    },
    cancel() {
      machine.go('idle', undefined);
    },
  };
}

function clickLayer(machine: Machine, id: string, event: StagePointer): void {
  const { host, lastClick } = machine;
  const isDouble =
    lastClick?.id === id &&
    event.time - lastClick.event.time <= doubleClickTime &&
    distance(event, lastClick.event) * host.view().scale <= doubleClickReach;
  machine.lastClick = isDouble ? undefined : { id, event };
  if (isDouble) host.doubleClickLayer(id);
  else host.clickLayer(id);
}

function clickEmpty(machine: Machine, event: StagePointer): void {
  const { host } = machine;
  const view = host.view();
  machine.lastClick = undefined;
  if (view.selectedId === null && isOnCanvas(view, event)) host.clickBackground();
  else host.select(null);
}
