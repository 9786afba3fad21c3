import type { Box } from '../../layout/box.ts';
import { MIN_LAYER_SIDE } from '../../layout/handles.ts';
import type { Point } from '../../layout/point.ts';
import { keepReachable } from '../../layout/reachable.ts';
import { boundsAround } from '../../layout/rect.ts';
import { type SnapLines, type Snapped, snapMove } from '../../layout/snap.ts';
import type { StageLayer, StagePointer, StageView } from './gestureHost.ts';
import { createLiveChange } from './liveChange.ts';
import { endings, type GestureState, type Grip, type Machine } from './machine.ts';
import { snapLinesOf } from './snapping.ts';
import { wayOf } from './touch.ts';

/**
 * Drags a layer, together with all that are selected with it. Shift restricts it to one axis, Ctrl or Command disables
 * snapping, and 15 px of it always stay on the stage. A second finger turns the drag of a single layer into a pinch.
 */
export function createDragging(machine: Machine, { press, layer }: Grip): GestureState {
  const { host } = machine;
  const view = host.view();
  const layers = draggedWith(view, layer);
  const frame = frameOf(layers);
  const lines = snapLinesOf(view, layers);
  const live = createLiveChange(host, layers);
  let last = press;
  machine.cursor('grabbing');
  return {
    name: 'dragging',
    pointers: [press.pointerId],
    down(event) {
      const [box] = live.boxes;
      if (press.pointerType !== 'touch' || event.pointerType !== 'touch' || !box || layers.length > 1) return;
      host.guides([]);
      machine.go('pinching', { layer: { ...layer, box }, fingers: [last, event], live });
    },
    move(event) {
      last = event;
      const { box, guides } = dragged(frame, press, event, host.view(), lines);
      const way = wayOf(frame, box);
      live.change(
        layers.map((one) => ({ ...one.box, x: one.box.x + way.x, y: one.box.y + way.y })),
        guides,
      );
    },
    ...endings(machine, live),
  };
}

/** Returns a layer and those selected with it, without locked ones. */
function draggedWith({ layers, severalIds }: StageView, layer: StageLayer): readonly StageLayer[] {
  if (!severalIds.includes(layer.id)) return [layer];
  const ids = new Set(severalIds);
  return layers.filter(({ id, isLocked }) => ids.has(id) && !isLocked);
}

/** Returns the box that is snapped and kept within reach: the layer's own, or the bounds of several. */
function frameOf(layers: readonly StageLayer[]): Box {
  const boxes = layers.map(({ box }) => box);
  const [only, second] = boxes;
  return only && !second ? only : { ...boundsAround(boxes), rotation: 0 };
}

function dragged(start: Box, press: StagePointer, event: StagePointer, view: StageView, lines: SnapLines): Snapped {
  const way = event.shift ? straight(wayOf(press, event)) : wayOf(press, event);
  const moved = { ...start, x: start.x + way.x, y: start.y + way.y };
  const free: Snapped = { box: moved, guides: [] };
  const axes = { x: !event.shift || way.x !== 0, y: !event.shift || way.y !== 0 };
  const snapped = view.snap && !event.meta ? snapMove(moved, view.canvas, axes, lines) : free;
  const box = keepReachable(snapped.box, start, view.canvas, MIN_LAYER_SIDE / view.scale);
  const guides = snapped.guides.filter(({ orientation }) =>
    orientation === 'vertical' ? box.x === snapped.box.x : box.y === snapped.box.y,
  );
  return { box, guides };
}

/** Projects a movement onto its dominant axis. */
function straight({ x, y }: Point): Point {
  return Math.abs(x) >= Math.abs(y) ? { x, y: 0 } : { x: 0, y };
}
