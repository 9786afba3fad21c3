import type { PointerEvent as Press } from 'react';
import type { ScrollAtEdges } from '../../engine/browser/gestures/edgeScroll.ts';
import { holdTouches } from '../../engine/browser/gestures/holdTouches.ts';

/** Pointer distance before a bar is dragged, in CSS pixels. */
export const DRAG_WAY = 5;

/** A finger that moves further than this during the rest time scrolls instead. In CSS pixels. */
const SCROLL_WAY = 8;

/** Options and callbacks of a drag. */
export interface DragWork {
  /** Distance before the drag begins, in CSS pixels; default 0: begins on press. */
  way?: number;
  /**
   * How long a finger must rest before it drags, in milliseconds; until then it scrolls. Default 0. The surrounding
   * element must prevent scrolling while `isDragging`.
   */
  rest?: number;
  /** Scrolls while the pointer is near an edge; `onMove` is then called again. */
  scroll?: ScrollAtEdges | undefined;
  onStart?: () => void;
  /** @param event the modifier keys and the pointer position. */
  onMove: (
    clientX: number,
    event: Pick<PointerEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'clientX' | 'clientY'>,
  ) => void;
  onEnd: () => void;
  /** Called if Escape, the system or a second finger cancels the drag. Must revert its changes. */
  onCancel: () => void;
}

let going: { pointerId: number; isOn: () => boolean; cancel: () => void } | undefined;

/** Whether a drag is running. */
export function isDragging(): boolean {
  return going?.isOn() === true;
}

/** Cancels the drag, or a press that may become one. */
export function cancelDrag(): void {
  going?.cancel();
}

/** Starts a drag by mouse, pen or finger. Only one runs at a time. It ends when the pointer is released, anywhere. */
export function startDrag(press: Press<HTMLElement>, work: DragWork): void {
  const { pointerId, clientX: x, clientY: y, currentTarget: element } = press;
  // A new press of the same pointer means that its release was missed.
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
    if (!isOn && Math.hypot(clientX - x, clientY - y) < way) return;
    if (!isOn) begin();
    latest = [clientX, event];
    work.onMove(clientX, event);
    edges?.moveTo(clientX);
  };
  /** On the window, which receives events even if the pressed element was removed. */
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

/** Handles Escape before anything else closes, and blocks keys that would delete or cut the dragged element. */
function bindKeys(signal: AbortSignal): void {
  const options = { capture: true, signal };
  const captureEvent = (event: Event) => isDragging() && event.stopPropagation();
  const press = (event: KeyboardEvent) => {
    captureEvent(event);
    if (event.key !== 'Escape' || !isDragging()) return;
    event.preventDefault();
    cancelDrag();
  };
  addEventListener('keydown', press, options);
  for (const name of ['cut', 'paste']) addEventListener(name, captureEvent, options);
  // A long press by finger would open a context menu.
  addEventListener('contextmenu', (event) => isDragging() && event.preventDefault(), options);
}
