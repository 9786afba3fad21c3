import type { PointerEvent as Press } from 'react';
import { holdTouches } from '../../../engine/browser/gestures/holdTouches.ts';
import type { ScrollAtEdges } from './edgeScroll.ts';

/** How far a pointer goes before a bar is dragged, CSS pixels. */
export const DRAG_WAY = 5;

/** A finger that goes further than this before it may drag means to scroll, CSS pixels. */
const SCROLL_WAY = 8;

/** What a drag along a line does. */
export interface DragWork {
  /** How far sideways the pointer goes before it drags, CSS pixels; default 0: the press begins it. */
  way?: number;
  /**
   * How long a finger rests before it drags, milliseconds; before that it scrolls as usual. Default 0. What lies around
   * must then keep the page from scrolling while `isDragging`.
   */
  rest?: number;
  /** Scrolls while the pointer is near to an edge; `onMove` is then called anew. */
  scroll?: ScrollAtEdges | undefined;
  onStart?: () => void;
  /** @param event tells which keys are held, and where else the pointer is. */
  onMove: (clientX: number, event: Pick<PointerEvent, 'ctrlKey' | 'metaKey' | 'clientX' | 'clientY'>) => void;
  onEnd: () => void;
  /** It was called off, by Escape, by the system or by a second finger: what it changed is to be put back. */
  onCancel: () => void;
}

let going: { pointerId: number; isOn: () => boolean; cancel: () => void } | undefined;

/** Whether something is being dragged along a line. */
export function isDragging(): boolean {
  return going?.isOn() === true;
}

/** Calls the drag off, or the press that may become one. */
export function cancelDrag(): void {
  going?.cancel();
}

/** Drags by mouse, pen or finger, one at a time, from a press until the pointer is let go, wherever it is then. */
export function startDrag(press: Press<HTMLElement>, work: DragWork): void {
  const { pointerId, clientX: x, clientY: y, currentTarget: element } = press;
  // A pointer that is pressed anew was let go where nobody heard of it.
  if (going?.pointerId === pointerId) cancelDrag();
  if (press.button !== 0 || going) return;
  const { way = 0, rest = 0, scroll } = work;
  const listeners = new AbortController();
  let isOn = false;
  let latest: Parameters<DragWork['onMove']> | undefined;
  const edges = scroll?.(x, () => latest && work.onMove(...latest));
  const begin = () => {
    isOn = true;
    work.onStart?.();
  };
  const waits = rest > 0 && press.pointerType === 'touch' ? setTimeout(begin, rest) : undefined;
  const end = (how: 'onEnd' | 'onCancel') => {
    clearTimeout(waits);
    edges?.stop();
    listeners.abort();
    going = undefined;
    if (isOn) work[how]();
  };
  const cancel = () => end('onCancel');
  const move = (event: PointerEvent) => {
    const { clientX, clientY } = event;
    if (!isOn && waits !== undefined) {
      if (Math.hypot(clientX - x, clientY - y) > SCROLL_WAY) cancel();
      return;
    }
    if (!isOn && Math.abs(clientX - x) < way) return;
    if (!isOn) begin();
    latest = [clientX, event];
    work.onMove(clientX, event);
    edges?.moveTo(clientX);
  };
  /** On the window, where a pointer is heard of even when the pressed element is gone. */
  const on = (name: 'pointermove' | 'pointerup' | 'pointercancel' | 'lostpointercapture', run: Listener) =>
    addEventListener(name, (event) => event.pointerId === pointerId && run(event), { signal: listeners.signal });
  going = { pointerId, isOn: () => isOn, cancel };
  on('pointermove', move);
  on('pointerup', () => end('onEnd'));
  on('pointercancel', cancel);
  on('lostpointercapture', ({ target }) => (target === element || !element.isConnected) && cancel());
  holdTouches(element, () => isOn, listeners.signal);
  bindKeys(listeners.signal);
  element.setPointerCapture(pointerId);
  if (waits === undefined && way === 0) begin();
}

type Listener = (event: PointerEvent) => void;

/** Before anything else that Escape would close, and before other keys would delete or cut what is dragged. */
function bindKeys(signal: AbortSignal): void {
  const options = { capture: true, signal };
  const hold = (event: Event) => isDragging() && event.stopPropagation();
  const press = (event: KeyboardEvent) => {
    hold(event);
    if (event.key !== 'Escape' || !isDragging()) return;
    event.preventDefault();
    cancelDrag();
  };
  addEventListener('keydown', press, options);
  for (const name of ['cut', 'paste']) addEventListener(name, hold, options);
  // A finger that rests would open a menu.
  addEventListener('contextmenu', (event) => isDragging() && event.preventDefault(), options);
}
