import { distance } from '../../layout/point.ts';
import type { GestureHost, StagePointer } from './gestureHost.ts';
import type { Entries, GestureState, Machine } from './machine.ts';
import { hasMoved, isOnCanvas } from './touch.ts';

/** Longest time between the clicks of a double click, in milliseconds. */
const doubleClickTime = 400;
/** Longest distance between them, in CSS pixels. */
const doubleClickReach = 24;

/**
 * The pointer is pressed and has not moved enough for a gesture. A pressed layer is selected immediately, so that it
 * can be dragged in one motion; with Shift, which may add it to others, and with touch, which may be the first of two
 * fingers, the selection waits. On the empty stage a drag creates a selection frame. Two fingers change the selected
 * layer if the first is on it or on nothing, else the view.
 */
export function createPointing(machine: Machine, { press, layer }: Entries['pointing']): GestureState {
  const { host } = machine;
  const isAdding = press.shift || host.view().isPicking;
  const isFinger = press.pointerType === 'touch';
  if (press.target === 'stage' && layer && !isAdding && !isFinger) selectUnlessSelected(host, layer.id);
  return {
    name: 'pointing',
    pointers: [press.pointerId],
    down(event) {
      if (!isFinger || event.pointerType !== 'touch') return;
      const { layers, selectedId } = host.view();
      const selected = layers.find(({ id, isLocked }) => id === selectedId && !isLocked);
      if (selected && (!layer || layer.id === selectedId))
        machine.go('pinching', { layer: selected, fingers: [press, event] });
      else machine.go('zooming', { fingers: [press, event] });
    },
    move(event) {
      if (!hasMoved(press, event, host.view().scale)) return;
      const { target } = press;
      if (!layer) machine.go('marquee', { press });
      else if (target === 'stage') {
        selectUnlessSelected(host, layer.id);
        machine.go('dragging', { press, layer });
      } else if (target === 'rotate') machine.go('rotating', { press, layer });
      else machine.go('resizing', { press, layer, handle: target });
    },
    end(event) {
      const isClick = press.target === 'stage' && !hasMoved(press, event, host.view().scale);
      if (isClick && layer && isAdding) host.toggleLayer(layer.id);
      else if (isClick && layer) {
        selectUnlessSelected(host, layer.id);
        clickLayer(machine, layer.id, press);
      } else if (isClick && !isAdding) clickEmpty(machine, press);
      machine.go('idle', event);
    },
    cancel() {
      machine.go('idle', undefined);
    },
  };
}

function selectUnlessSelected(host: GestureHost, id: string): void {
  const { selectedId, severalIds } = host.view();
  if (selectedId !== id && !severalIds.includes(id)) host.select(id);
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
  const isSelected = view.selectedId !== null || view.severalIds.length > 0;
  if (!isSelected && isOnCanvas(view, event)) host.clickBackground();
  else host.select(null);
}
