import { centreOf } from '../../layout/point.ts';
import { turnedBy } from '../../layout/rotation.ts';
import { createLive } from './live.ts';
import { endings, type GestureState, type Grip, type Machine } from './machine.ts';

/** A layer turns around its middle as the pointer goes around it; quarter turns snap, Shift turns in steps of 15°. */
export function createRotating(machine: Machine, { press, layer }: Grip): GestureState {
  const { host } = machine;
  const live = createLive(host, layer.id, layer.box);
  const centre = centreOf(layer.box);
  machine.cursor('grabbing');
  return {
    name: 'rotating',
    pointers: [press.pointerId],
    move(event) {
      const rotation = turnedBy(layer.box.rotation, centre, press, event, event.shift);
      live.change({ ...layer.box, rotation });
    },
    ...endings(machine, live),
  };
}
