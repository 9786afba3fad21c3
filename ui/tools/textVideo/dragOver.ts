import type { PointerEvent as Press } from 'react';
import { holdTouches } from '../../../engine/browser/gestures/holdTouches.ts';

/** What a press on something over the picture does. */
export interface DragOver {
  /** @param dx,dy percent of the picture's width and height, from where it was pressed. */
  onMove: (dx: number, dy: number) => void;
  onEnd: () => void;
  /** It did not move. */
  onClick: () => void;
  /** Escape, or the system, called it off. */
  onCancel: () => void;
}

/** How far a pointer goes before it drags, CSS pixels. */
const WAY = 4;

/** Drags by mouse, pen or finger over a picture, from a press until it is let go, wherever that is. */
export function dragOver(press: Press<HTMLElement>, picture: Element, work: DragOver): void {
  if (press.button !== 0) return;
  // Else the press would begin to write before it is known whether it drags.
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
  // Preventing pointerdown is not enough for a mouse to leave the focus where it is.
  picture.addEventListener('mousedown', (event) => event.preventDefault(), { once: true, signal: ending.signal });
}
