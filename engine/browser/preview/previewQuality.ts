import { CANVAS_REFRESH_MS } from '../playbackClock.ts';

/** Shares of the canvas's sides that can be drawn, the best first. */
export const QUALITIES = [1, 0.7, 0.5, 0.35] as const;

/** Distance of display frames above which the canvas has missed a tick, in milliseconds. */
const LATE_MS = CANVAS_REFRESH_MS + 21;
/** A longer gap is not caused by drawing: the page was hidden, or the computer slept. In milliseconds. */
const LONGEST_MS = 1000;
/** Length of a measurement, in milliseconds. */
const WINDOW_MS = 1000;
/**
 * Times that are not measured, at the start of playback and after a change, in milliseconds: files start, everything is
 * repainted.
 */
const START_MS = 1000;
const SETTLE_MS = 400;
/** Shares of late time: above the first, quality is lowered; below the second, it can be raised. */
const TOO_LATE = 0.15;
const HARDLY_LATE = 0.02;
/** A lower quality does not help if more than this share of lateness and frame distance remains. */
const UNHELPED = 0.85;
/** How long frames must be on time before a better quality is tried, initially and at most, in milliseconds. */
const [FIRST_WAIT_MS, MOST_WAIT_MS] = [3000, 48_000];
/** Pause after a lower quality did not help, in milliseconds. */
const REST_MS = 30_000;

/** Measured display frames. */
interface Pace {
  /** Share of time by which they were late. */
  late: number;
  /** Frame distance, in milliseconds. */
  gap: number;
}

/**
 * Decides the resolution of a playing canvas by the lateness of display frames: lowers it when they are late, raises it
 * after a while without lateness. If a raise has to be reverted at once, the next attempt waits twice as long. If a
 * lower resolution does not help, something else is slow, and the previous one is restored.
 */
export class PreviewQuality {
  #level = 0;
  #last: number | undefined;
  /** The current measurement: its start, and the late time in it, in milliseconds. */
  #from = 0;
  #late = 0;
  #frames = 0;
  #roomSince: number | undefined;
  #waitMs = FIRST_WAIT_MS;
  #raisedAt = Number.NEGATIVE_INFINITY;
  #restsUntil = Number.NEGATIVE_INFINITY;
  /** Measurement before the last step down, until its effect is known. */
  #before: Pace | undefined;

  /** Share of the canvas's sides, 0 to 1. */
  get share(): number {
    return QUALITIES[this.#level] as number;
  }

  /** Handles a display frame during playback. @param now milliseconds. @returns whether the share changed. */
  frame(now: number): boolean {
    const passed = now - (this.#last ?? Number.NEGATIVE_INFINITY);
    this.#last = now;
    if (passed > LONGEST_MS) {
      this.#begin(now, START_MS);
      return false;
    }
    if (now <= this.#from) return false;
    if (passed > LATE_MS) this.#late += passed - CANVAS_REFRESH_MS;
    this.#frames += 1;
    const time = now - this.#from;
    return time >= WINDOW_MS && this.#judge({ late: this.#late / time, gap: time / this.#frames }, now);
  }

  /** Playback is waiting, such as for a file. */
  wait(): void {
    this.#last = undefined;
    this.#before = undefined;
    this.#roomSince = undefined;
  }

  /** Playback is paused: full resolution is restored. @returns whether the share changed. */
  rest(): boolean {
    this.wait();
    const isOther = this.#level > 0;
    this.#level = 0;
    return isOther;
  }

  #judge(pace: Pace, now: number): boolean {
    const before = this.#before;
    const { late } = pace;
    this.#before = undefined;
    if (before && late > before.late * UNHELPED && pace.gap > before.gap * UNHELPED) {
      this.#restsUntil = now + REST_MS;
      return this.#go(this.#level - 1, now);
    }
    if (late > TOO_LATE) return this.#lower(pace, now);
    const from = this.#from;
    this.#begin(now, 0);
    if (late > HARDLY_LATE) this.#roomSince = undefined;
    else this.#roomSince ??= from;
    const hasRoom = this.#roomSince !== undefined && now - this.#roomSince >= this.#waitMs;
    if (!hasRoom || this.#level === 0) return false;
    this.#raisedAt = now;
    return this.#go(this.#level - 1, now);
  }

  #lower(pace: Pace, now: number): boolean {
    if (this.#level === QUALITIES.length - 1 || now < this.#restsUntil) {
      this.#begin(now, 0);
      return false;
    }
    const wasTooSoon = now - this.#raisedAt < 2 * FIRST_WAIT_MS;
    this.#waitMs = wasTooSoon ? Math.min(MOST_WAIT_MS, this.#waitMs * 2) : FIRST_WAIT_MS;
    this.#before = pace;
    return this.#go(this.#level + 1, now);
  }

  #go(level: number, now: number): boolean {
    this.#level = level;
    this.#roomSince = undefined;
    this.#begin(now, SETTLE_MS);
    return true;
  }

  #begin(now: number, settle: number): void {
    this.#from = now + settle;
    this.#late = 0;
    this.#frames = 0;
  }
}
