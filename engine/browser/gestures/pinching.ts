import type { Box } from '../../layout/box.ts';
import { MIN_LAYER_SIDE } from '../../layout/handles.ts';
import { centerOf, distance, middleOf, type Point, rotated } from '../../layout/point.ts';
import { keepReachable } from '../../layout/reachable.ts';
import { angleTo, snapRotation } from '../../layout/rotation.ts';
import { createLiveChange } from './liveChange.ts';
import { type Entries, endings, type GestureState, type Machine } from './machine.ts';
import { wayOf } from './touch.ts';

/** Moves, resizes and rotates a layer with two fingers, at constant ratio. Ends when the first finger is released. */
export function createPinching(machine: Machine, { layer, fingers, live: taken }: Entries['pinching']): GestureState {
  const { host } = machine;
  const live = taken ?? createLiveChange(host, [layer]);
  const [first, second] = fingers;
  let [a, b] = fingers;
  return {
    name: 'pinching',
    pointers: [first.pointerId, second.pointerId],
    move(event) {
      if (event.pointerId === first.pointerId) a = event;
      else b = event;
      const { canvas, scale } = host.view();
      const box = pinched(layer.box, fingers, [a, b], layer.canRotate, MIN_LAYER_SIDE / scale);
      live.change([keepReachable(box, layer.box, canvas, MIN_LAYER_SIDE / scale)]);
    },
    ...endings(machine, live),
  };
}

type Pair = readonly [Point, Point];

/** Returns the box between two fingers, limited by the minimum size and rotation snapping. */
function pinched(start: Box, from: Pair, to: Pair, canRotate: boolean, minSide: number): Box {
  const apart = distance(...from);
  const ratio = apart > 0 ? distance(...to) / apart : 1;
  const scale = Math.max(ratio, Math.min(1, minSide / Math.min(start.width, start.height)));
  const angle = angleTo(...to) - angleTo(...from);
  const rotation = canRotate ? snapRotation(start.rotation + angle, false) : start.rotation;
  const grip = wayOf(middleOf(...from), centerOf(start));
  const way = rotated({ x: grip.x * scale, y: grip.y * scale }, rotation - start.rotation);
  const middle = middleOf(...to);
  const center = { x: middle.x + way.x, y: middle.y + way.y };
  const [width, height] = [start.width * scale, start.height * scale];
  return { x: center.x - width / 2, y: center.y - height / 2, width, height, rotation };
}
