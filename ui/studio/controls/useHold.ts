import { useEffect, useRef } from 'react';

/** How often a held button does its work again, milliseconds. */
const HOLD_REPEAT_MS = 200;

/** What a button that may be held is given. */
export interface HoldProps {
  onPointerDown: (event: React.PointerEvent) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
  onPointerLeave: () => void;
  onClick: (event: React.MouseEvent) => void;
}

/**
 * Does a work once when a button is pressed, and again every 200 ms while it is held.
 * @param work is called in its newest form. @param end is called when the button is let go.
 */
export function useHold(work: () => void, end: () => void): HoldProps {
  const newest = useRef({ work, end });
  newest.current = { work, end };
  const timer = useRef<ReturnType<typeof setInterval>>(undefined);
  const stop = () => {
    if (timer.current === undefined) return;
    clearInterval(timer.current);
    timer.current = undefined;
    newest.current.end();
  };
  useEffect(() => () => clearInterval(timer.current), []);
  return {
    onPointerDown: (event) => {
      if (event.button !== 0 || timer.current !== undefined) return;
      newest.current.work();
      timer.current = setInterval(() => newest.current.work(), HOLD_REPEAT_MS);
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: stop,
    onClick: (event) => {
      // A pointer's press has done its work already; only the keyboard and assistive tools come here without one.
      if (event.detail !== 0) return;
      newest.current.work();
      newest.current.end();
    },
  };
}
