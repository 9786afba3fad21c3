/** Shortest interval between two drawings of the canvas, in milliseconds. */
export const CANVAS_REFRESH_MS = 42;

/** Interval at which the playhead of a timeline moves, in milliseconds. */
export const SEEKER_REFRESH_MS = 30;

/** Tolerance for display frames before a tick is due, in milliseconds, because displays jitter. */
const early = 2;

/** Options of a clock. */
export interface ClockOptions {
  /**
   * Does the work of one tick. @param now milliseconds, as performance.now. @returns whether another tick is needed.
   */
  tick(now: number): boolean;
  /** Milliseconds between ticks; default CANVAS_REFRESH_MS. */
  interval?: number;
}

/** A clock that runs only on demand. */
export interface Clock {
  /** Requests a tick: with the next display frame, or when the interval since the last tick is over. */
  wake(): void;
  /** Stops ticking until the next wake. */
  stop(): void;
}

/**
 * Creates a clock in step with the display. Ticks are the interval apart on average, because display frames rarely fall
 * on it. Without demand it requests no frames, so an idle canvas costs nothing.
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
    // After a pause the rhythm restarts; missed ticks are dropped.
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
