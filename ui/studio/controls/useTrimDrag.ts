import { type PointerEvent, type RefObject, useRef } from 'react';
import { moveTrim, type TrimPart } from '../../../engine/edit/trimWindow.ts';
import { DRAG_WAY, startDrag } from './drag.ts';

interface Dragged {
  start: number;
  end: number;
  duration: number;
  minGap: number;
  onChange: (start: number, end: number, which: TrimPart) => void;
  onEnd: () => void;
  onCancel?: (() => void) | undefined;
}

/**
 * Drags the edges of a trim span by mouse, pen or finger. Escape or the system cancels and restores them.
 * @param track as wide as the whole source.
 * @returns the press handler for a part.
 */
export function useTrimDrag(track: RefObject<HTMLElement | null>, dragged: Dragged) {
  const now = useRef(dragged);
  now.current = dragged;
  const secondsAt = (x: number) => {
    const { left = 0, width = 0 } = track.current?.getBoundingClientRect() ?? {};
    return width > 0 ? ((x - left) / width) * now.current.duration : 0;
  };
  return (part: TrimPart) => (press: PointerEvent<HTMLElement>) => {
    const before = { start: now.current.start, end: now.current.end };
    /** Seconds from the pressed position to the moving edge. */
    const offset = (part === 'end' ? before.end : before.start) - secondsAt(press.clientX);
    let isMoved = false;
    startDrag(press, {
      way: part === 'both' ? DRAG_WAY : 0,
      onMove: (x) => {
        const { start, end, duration, minGap, onChange } = now.current;
        const moved = moveTrim({ start, end }, part, secondsAt(x) + offset, duration, minGap);
        if (moved.start === start && moved.end === end) return;
        isMoved = true;
        onChange(moved.start, moved.end, part);
      },
      onEnd: () => isMoved && now.current.onEnd(),
      onCancel: () => {
        const { onChange, onEnd, onCancel } = now.current;
        if (!isMoved) return;
        if (onCancel) return onCancel();
        onChange(before.start, before.end, part);
        onEnd();
      },
    });
  };
}
