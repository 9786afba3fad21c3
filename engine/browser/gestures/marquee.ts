import { layersWithin } from '../../layout/hit.ts';
import { rectBetween } from '../../layout/rect.ts';
import type { StagePointer } from './gestureHost.ts';
import type { Entries, GestureState, Machine } from './machine.ts';

/**
 * Drags a selection frame over the empty stage and selects the layers that it touches on release. Shift adds to the
 * selection. A second finger cancels it and zooms the view.
 */
export function createMarquee(machine: Machine, { press }: Entries['marquee']): GestureState {
  const { host } = machine;
  let ids: readonly string[] = [];
  let last = press;
  const cancelMarquee = () => {
    host.marquee(undefined, []);
    machine.go('idle', undefined);
  };
  machine.cursor('crosshair');
  return {
    name: 'marquee',
    pointers: [press.pointerId],
    down(event: StagePointer) {
      if (event.pointerType !== 'touch') return;
      cancelMarquee();
      if (press.pointerType === 'touch') machine.go('zooming', { fingers: [last, event] });
    },
    move(event) {
      last = event;
      const area = rectBetween(press, event);
      ids = layersWithin(host.view().layers, area).map(({ id }) => id);
      host.marquee(area, ids);
    },
    end(event) {
      host.marquee(undefined, []);
      host.selectAll(ids, event.shift);
      machine.go('idle', event);
    },
    cancel: cancelMarquee,
  };
}
