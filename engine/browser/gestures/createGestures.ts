import { createDragging } from './dragging.ts';
import type { GestureHost, Gestures, StagePointer } from './gestureHost.ts';
import { createIdle } from './idle.ts';
import type { Entries, GestureState, Machine } from './machine.ts';
import { createMarquee } from './marquee.ts';
import { createPanning } from './panning.ts';
import { createPinching } from './pinching.ts';
import { createPointing } from './pointing.ts';
import { createResizing } from './resizing.ts';
import { createRotating } from './rotating.ts';
import { createZooming } from './zooming.ts';

/** All states by name. */
const states: { [K in keyof Entries]: (machine: Machine, entry: Entries[K]) => GestureState } = {
  idle: createIdle,
  pointing: createPointing,
  dragging: createDragging,
  resizing: createResizing,
  rotating: createRotating,
  pinching: createPinching,
  marquee: createMarquee,
  panning: createPanning,
  zooming: createZooming,
};

/**
 * Creates the gestures of a stage: select one or several layers, drag, resize, rotate, pinch; pan and zoom the view.
 * One runs at a time; additional pointers that it does not use are ignored until they are released.
 */
export function createGestures(host: GestureHost): Gestures {
  let shown: string | undefined;
  let last: StagePointer | undefined;
  const machine: Machine = {
    host,
    lastClick: undefined,
    go(name, entry) {
      state = states[name](machine, entry);
    },
    cursor(css) {
      if (css !== shown) host.cursor(css);
      shown = css;
    },
  };
  let state: GestureState = createIdle(machine, undefined);
  /** If a move turns a press into a gesture, the gesture also handles that move. */
  const move = (event: StagePointer): void => {
    const before = state;
    before.move?.(event);
    if (state !== before) state.move?.(event);
  };
  const listens = ({ pointerId }: StagePointer): boolean =>
    state.pointers.length === 0 || state.pointers.includes(pointerId);

  return {
    get state() {
      return state.name;
    },
    pointer(event) {
      if (event.type === 'down') state.down?.(event);
      if (!listens(event)) return;
      last = event;
      if (event.type === 'cancel') state.cancel?.();
      if (event.type === 'move') move(event);
      if (event.type === 'up' && state.name !== 'idle') {
        move(event);
        state.end?.(event);
      }
    },
    keys(modifiers) {
      if (state.name !== 'idle' && last && listens(last)) move({ ...last, ...modifiers });
    },
    cancel() {
      if (state.name === 'idle') return false;
      state.cancel?.();
      return true;
    },
  };
}
