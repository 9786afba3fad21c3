import { useEffect, useRef } from 'react';

/** Repeat interval of a pressed button, in milliseconds. */
const HOLD_REPEAT_MS = 200;

/** Handlers for a button that repeats while pressed. */
export interface HoldProps {
  onPointerDown: (event: React.PointerEvent) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
  onPointerLeave: () => void;
  onClick: (event: React.MouseEvent) => void;
}

/**
 * Runs `work` once on press, and every 200 ms while the button is pressed. Always calls the latest callbacks.
 * @param end called when the button is released.
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
      // A pointer press has already run `work`; only keyboard and assistive tools click without one.
      if (event.detail !== 0) return;
      newest.current.work();
      newest.current.end();
    },
  };
}
