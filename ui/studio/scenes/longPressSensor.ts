import type { FluidDragActions, PreDragActions, SensorAPI } from '@hello-pangea/dnd';
import { useEffect } from 'react';

/** How long a finger must rest on a scene before it drags it, in milliseconds. */
export const LONG_PRESS_MS = 150;
/** A finger that moves further before that scrolls. In CSS pixels. */
const SCROLL_WAY = 8;

/** A touch that is or may become a drag. */
interface Press {
  id: number;
  x: number;
  y: number;
  timer: ReturnType<typeof setTimeout>;
  actions: PreDragActions;
  drag?: FluidDragActions;
}

/** Sensor for DragDropContext: drags by touch after a press of 150 ms; earlier movement scrolls. */
export function useLongPressSensor(api: SensorAPI): void {
  useEffect(() => {
    const listeners = new AbortController();
    const sensor = createSensor(api);
    const options = { signal: listeners.signal, capture: true, passive: false };
    addEventListener('touchstart', sensor.start, options);
    addEventListener('touchmove', sensor.move, options);
    addEventListener('touchend', sensor.end, options);
    addEventListener('touchcancel', sensor.cancel, options);
    addEventListener('contextmenu', sensor.menu, options);
    addEventListener('resize', sensor.cancel, options);
    return () => {
      listeners.abort();
      sensor.cancel();
    };
  }, [api]);
}

function createSensor(api: SensorAPI) {
  let press: Press | undefined;
  const cancel = () => {
    if (!press) return;
    clearTimeout(press.timer);
    const { drag, actions } = press;
    press = undefined;
    if (drag?.isActive()) drag.cancel({ shouldBlockNextClick: true });
    else if (actions.isActive()) actions.abort();
  };
  const lift = () => {
    if (press?.actions.isActive()) press.drag = press.actions.fluidLift({ x: press.x, y: press.y });
  };
  return {
    start(event: TouchEvent) {
      if (press) return cancel();
      const [touch] = event.touches;
      const id = event.touches.length === 1 ? api.findClosestDraggableId(event) : null;
      const actions = id ? api.tryGetLock(id, forget, { sourceEvent: event }) : null;
      if (!touch || !actions) return;
      const { identifier, clientX: x, clientY: y } = touch;
      press = { id: identifier, x, y, actions, timer: setTimeout(lift, LONG_PRESS_MS) };
    },
    move(event: TouchEvent) {
      const touch = press && [...event.touches].find(({ identifier }) => identifier === press?.id);
      if (!press || !touch) return;
      const { clientX: x, clientY: y } = touch;
      if (press.drag) {
        event.preventDefault();
        press.drag.move({ x, y });
      } else if (Math.hypot(x - press.x, y - press.y) > SCROLL_WAY) cancel();
    },
    end(event: TouchEvent) {
      if (!press?.drag) return cancel();
      event.preventDefault();
      press.drag.drop({ shouldBlockNextClick: true });
      press = undefined;
    },
    menu(event: Event) {
      if (press) event.preventDefault();
    },
    cancel,
  };
  /** Called when the list itself has ended the drag. */
  function forget(): void {
    clearTimeout(press?.timer);
    press = undefined;
  }
}
