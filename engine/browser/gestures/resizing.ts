import { MIN_LAYER_SIDE, resizeBox } from '../../layout/handles.ts';
import { snapResize } from '../../layout/snap.ts';
import { createLiveChange } from './liveChange.ts';
import { type Entries, endings, type GestureState, type Machine } from './machine.ts';
import { snapLinesOf } from './snapping.ts';
import { wayOf } from './touch.ts';

/**
 * Resizes a layer by a handle; the opposite corner stays. A locked ratio is always kept; Shift keeps that of an
 * unlocked layer. Alt resizes around the center, Ctrl or Command disables snapping.
 */
export function createResizing(machine: Machine, { press, layer, handle }: Entries['resizing']): GestureState {
  const { host } = machine;
  const live = createLiveChange(host, [layer]);
  const lines = snapLinesOf(host.view(), [layer]);
  return {
    name: 'resizing',
    pointers: [press.pointerId],
    move(event) {
      const { canvas, scale, snap } = host.view();
      const options = {
        keepRatio: layer.lockAspectRatio || event.shift,
        fromCenter: event.alt,
        minSide: MIN_LAYER_SIDE / scale,
      };
      const resized = resizeBox(layer.box, handle, wayOf(press, event), options);
      if (!snap || event.meta) return live.change([resized]);
      const { box, guides } = snapResize(layer.box, resized, handle, canvas, { ...options, lines });
      live.change([box], guides);
    },
    ...endings(machine, live),
  };
}
