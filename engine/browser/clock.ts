/** The canvas is drawn anew at most this often, milliseconds. */
export const CANVAS_REFRESH_MS = 42;

/** The seeker of a timeline moves on this often, milliseconds. */
export const SEEKER_REFRESH_MS = 30;

/** A frame of the display that comes this much before a tick is due is taken for it, milliseconds: displays jitter. */
const early = 2;

/** What a clock calls, and how often. */
export interface ClockOptions {
  /** Does the work of one tick. @param now milliseconds, as performance.now. @returns whether a further tick is wanted. */
  tick(now: number): boolean;
  /** Milliseconds from tick to tick; default CANVAS_REFRESH_MS. */
  interval?: number;
}

/** A clock that runs only while there is something to do. */
export interface Clock {
  /** Asks for a tick: with the next frame of the display, or when the interval since the last tick is over. */
  wake(): void;
  /** No tick comes until the next wake. */
  stop(): void;
}

/**
 * Makes a clock that ticks in step with the display. Ticks are the interval apart on average, since a display's
 * frames seldom fall on it. While nobody wants a tick it asks for no frames, so an idle canvas costs nothing.
 */
export function createClock({ tick, interval = CANVAS_REFRESH_MS }: ClockOptions): Clock {
  let frame = 0;
  let due = 0;
  const onFrame = (now: number): void => {
    if (now < due - early) {
      frame = requestAnimationFrame(onFrame);
      return;
    }
    frame = 0;
    // After a pause the rhythm starts anew; what was missed is not made up for.
    due = now - due < interval ? due + interval : now + interval;
    if (tick(now)) wake();
  };
  const wake = (): void => {
    if (frame === 0) frame = requestAnimationFrame(onFrame);
  };
  return {
    wake,
    stop: () => {
      cancelAnimationFrame(frame);
      frame = 0;
    },
  };
}
