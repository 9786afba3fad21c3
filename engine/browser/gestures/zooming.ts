import { distance, middleOf } from '../../layout/point.ts';
import type { Entries, GestureState, Machine } from './machine.ts';

/** Pans and zooms the view with two fingers around their midpoint. Ends when the first is released. */
export function createZooming(machine: Machine, { fingers: [first, second] }: Entries['zooming']): GestureState {
  const { host } = machine;
  let [a, b] = [first.screen, second.screen];
  return {
    name: 'zooming',
    pointers: [first.pointerId, second.pointerId],
    move(event) {
      const [from, apart] = [middleOf(a, b), distance(a, b)];
      if (event.pointerId === first.pointerId) a = event.screen;
      else b = event.screen;
      host.changeView({ from, to: middleOf(a, b), by: apart > 0 ? distance(a, b) / apart : 1 });
    },
    end: (event) => machine.go('idle', event),
    cancel: () => machine.go('idle', undefined),
  };
}
