import { centerOf } from '../../layout/point.ts';
import { draggedRotation } from '../../layout/rotation.ts';
import { createLiveChange } from './liveChange.ts';
import { endings, type GestureState, type Grip, type Machine } from './machine.ts';

/** Rotates a layer around its center; right angles snap, Shift rotates in steps of 15°. */
export function createRotating(machine: Machine, { press, layer }: Grip): GestureState {
  const { host } = machine;
  const live = createLiveChange(host, [layer]);
  const center = centerOf(layer.box);
  machine.cursor('grabbing');
  return {
    name: 'rotating',
    pointers: [press.pointerId],
    move(event) {
      const rotation = draggedRotation(layer.box.rotation, center, press, event, event.shift);
      live.change([{ ...layer.box, rotation }]);
    },
    ...endings(machine, live),
  };
}
