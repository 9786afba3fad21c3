import type { StagePointer } from './gestureHost.ts';
import type { Entries, GestureState, Machine } from './machine.ts';

/** Pans the view with a pointer. A second finger adds zooming. */
export function createPanning(machine: Machine, { press }: Entries['panning']): GestureState {
  const { host } = machine;
  let last = press;
  machine.cursor('grabbing');
  return {
    name: 'panning',
    pointers: [press.pointerId],
    down(event: StagePointer) {
      if (press.pointerType === 'touch' && event.pointerType === 'touch')
        machine.go('zooming', { fingers: [last, event] });
    },
    move(event) {
      host.changeView({ from: last.screen, to: event.screen, by: 1 });
      last = event;
    },
    end: (event) => machine.go('idle', event),
    cancel: () => machine.go('idle', undefined),
  };
}
