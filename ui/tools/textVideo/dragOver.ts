import type { PointerEvent as Press } from 'react';
import { holdTouches } from '../../../engine/browser/gestures/holdTouches.ts';

/** Handlers of a press on an element over the preview. */
export interface DragOver {
  /** @param dx,dy offset from the press, in percent of the preview's width and height. */
  onMove: (dx: number, dy: number) => void;
  onEnd: () => void;
  /** Released without moving. */
  onClick: () => void;
  /** Canceled by Escape or the system. */
  onCancel: () => void;
}

/** Distance in CSS pixels that a pointer moves before a drag starts. */
const WAY = 4;

/** Tracks a drag over the preview by mouse, pen or touch, from the press to its release anywhere. */
export function dragOver(press: Press<HTMLElement>, picture: Element, work: DragOver): void {
  if (press.button !== 0) return;
  // Otherwise the press would focus the field before it is known whether it is a drag.
  press.preventDefault();
  const { pointerId, clientX: x, clientY: y } = press;
  const { width, height } = picture.getBoundingClientRect();
  const ending = new AbortController();
  let isMoved = false;
  const end = (how: 'onEnd' | 'onClick' | 'onCancel') => {
    ending.abort();
    work[how]();
  };
  const on = (name: 'pointermove' | 'pointerup' | 'pointercancel', run: (event: PointerEvent) => void) =>
    addEventListener(name, (event) => event.pointerId === pointerId && run(event), { signal: ending.signal });
  on('pointermove', ({ clientX, clientY }) => {
    if (!isMoved && Math.hypot(clientX - x, clientY - y) < WAY) return;
    isMoved = true;
    work.onMove((100 * (clientX - x)) / width, (100 * (clientY - y)) / height);
  });
  on('pointerup', () => end(isMoved ? 'onEnd' : 'onClick'));
  on('pointercancel', () => end('onCancel'));
  const callOff = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    end('onCancel');
  };
  addEventListener('keydown', callOff, { capture: true, signal: ending.signal });
  holdTouches(press.currentTarget, () => isMoved, ending.signal);
  // Preventing pointerdown does not keep a mouse from moving the focus.
  picture.addEventListener('mousedown', (event) => event.preventDefault(), { once: true, signal: ending.signal });
}
