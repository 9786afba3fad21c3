import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { moveTrim, type TrimPart, type TrimWindow } from '../../../engine/edit/trimWindow.ts';

interface Dragged extends TrimWindow {
  duration: number;
  minGap: number;
  onChange: (start: number, end: number, which: TrimPart) => void;
  onEnd: () => void;
}

/** A drag that goes on. */
interface Drag {
  pointerId: number;
  part: TrimPart;
  before: TrimWindow;
  /** Seconds from the pressed place to the edge that moves. */
  offset: number;
}

/**
 * Drags the edges of a window by mouse, pen or finger. Escape, or the system, puts them back where they were.
 * @param track as wide as the whole file. @returns the listeners of the part that is pressed.
 */
export function useTrimDrag(track: RefObject<HTMLElement | null>, dragged: Dragged) {
  const now = useRef(dragged);
  now.current = dragged;
  const going = useRef<Drag>(undefined);
  useEscape(going, now);
  const secondsAt = (x: number) => {
    const { left = 0, width = 0 } = track.current?.getBoundingClientRect() ?? {};
    return width > 0 ? ((x - left) / width) * now.current.duration : 0;
  };
  return (part: TrimPart) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || going.current) return;
      const { start, end } = now.current;
      event.currentTarget.setPointerCapture(event.pointerId);
      const offset = (part === 'end' ? end : start) - secondsAt(event.clientX);
      going.current = { pointerId: event.pointerId, part, before: { start, end }, offset };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const drag = going.current;
      if (drag?.pointerId !== event.pointerId || drag.part !== part) return;
      const { start, end, duration, minGap, onChange } = now.current;
      const to = secondsAt(event.clientX) + drag.offset;
      const moved = moveTrim({ start, end }, part, to, duration, minGap);
      if (moved.start !== start || moved.end !== end) onChange(moved.start, moved.end, part);
    },
    onPointerUp: ({ pointerId }: PointerEvent) => {
      if (going.current?.pointerId !== pointerId) return;
      going.current = undefined;
      now.current.onEnd();
    },
    onPointerCancel: ({ pointerId }: PointerEvent) => {
      if (going.current?.pointerId === pointerId) putBack(going, now);
    },
  });
}

function useEscape(going: RefObject<Drag | undefined>, now: RefObject<Dragged>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !going.current) return;
      event.preventDefault();
      event.stopPropagation();
      putBack(going, now);
    };
    // Before anything else that Escape would close.
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, [going, now]);
}

function putBack(going: { current: Drag | undefined }, now: { readonly current: Dragged }): void {
  const drag = going.current;
  going.current = undefined;
  if (!drag) return;
  now.current.onChange(drag.before.start, drag.before.end, drag.part);
  now.current.onEnd();
}
