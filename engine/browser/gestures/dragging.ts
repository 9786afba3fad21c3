import type { Box } from '../../layout/box.ts';
import { MIN_LAYER_SIDE } from '../../layout/handles.ts';
import type { Point } from '../../layout/point.ts';
import { keepReachable } from '../../layout/reachable.ts';
import { type Snapped, snapMove } from '../../layout/snap.ts';
import { createLive } from './live.ts';
import { endings, type GestureState, type Grip, type Machine } from './machine.ts';
import { wayOf } from './touch.ts';
import type { StagePointer, StageView } from './types.ts';

/**
 * A layer follows the pointer. Shift keeps it on one axis, Ctrl or Command lets it pass the snap lines, and 15 px of it
 * always stay on the stage. A second finger turns the drag into a pinch.
 */
export function createDragging(machine: Machine, { press, layer }: Grip): GestureState {
  const { host } = machine;
  const live = createLive(host, layer.id, layer.box);
  let last = press;
  machine.cursor('grabbing');
  return {
    name: 'dragging',
    pointers: [press.pointerId],
    down(event) {
      if (press.pointerType !== 'touch' || event.pointerType !== 'touch') return;
      host.guides([]);
      machine.go('pinching', { layer: { ...layer, box: live.box }, fingers: [last, event], live });
    },
    move(event) {
      last = event;
      const { box, guides } = dragged(layer.box, press, event, host.view());
      live.change(box, guides);
    },
    ...endings(machine, live),
  };
}

function dragged(start: Box, press: StagePointer, event: StagePointer, view: StageView): Snapped {
  const way = event.shift ? straight(wayOf(press, event)) : wayOf(press, event);
  const moved = { ...start, x: start.x + way.x, y: start.y + way.y };
  const free: Snapped = { box: moved, guides: [] };
  const axes = { x: !event.shift || way.x !== 0, y: !event.shift || way.y !== 0 };
  const snapped = view.snap && !event.meta ? snapMove(moved, view.canvas, axes) : free;
  const box = keepReachable(snapped.box, start, view.canvas, MIN_LAYER_SIDE / view.scale);
  const guides = snapped.guides.filter(({ orientation }) =>
    orientation === 'vertical' ? box.x === snapped.box.x : box.y === snapped.box.y,
  );
  return { box, guides };
}

/** The part of a way that goes along the axis it mostly follows. */
function straight({ x, y }: Point): Point {
  return Math.abs(x) >= Math.abs(y) ? { x, y: 0 } : { x: 0, y };
}
