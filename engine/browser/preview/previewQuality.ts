import { CANVAS_REFRESH_MS } from '../clock.ts';

/** Shares of the canvas's sides that are drawn, the best first. */
export const QUALITIES = [1, 0.7, 0.5, 0.35] as const;

/** A frame of the display that comes later after the one before has made the canvas miss a tick, milliseconds. */
const LATE_MS = CANVAS_REFRESH_MS + 21;
/** A longer pause is none of drawing: the page was hidden, or the machine slept. */
const LONGEST_MS = 1000;
/** Over so much time it is judged, milliseconds. */
const WINDOW_MS = 1000;
/** What is not judged once time begins to run, and after a change: files get going, all is painted anew. */
const START_MS = 1000;
const SETTLE_MS = 400;
/** Shares of the time by which frames were late: above the one it is too much, below the other there is room. */
const TOO_LATE = 0.15;
const HARDLY_LATE = 0.02;
/** A lower quality that leaves more than this share of the lateness, and of the time from frame to frame, does not help. */
const UNHELPED = 0.85;
/** How long there must be room before the next better quality is tried, at first and at most, milliseconds. */
const [FIRST_WAIT_MS, MOST_WAIT_MS] = [3000, 48_000];
/** How long nothing is tried after a lower quality did not help, milliseconds. */
const REST_MS = 30_000;

/** How frames of the display came for a while. */
interface Pace {
  /** Share of the time by which they were late. */
  late: number;
  /** Time from frame to frame, milliseconds. */
  gap: number;
}

/**
 * Which share of its pixels a playing canvas draws, by how late the frames of the display come: fewer where they are late, more
 * again where there has been room for a while. A better quality that had to be left at once is tried after twice the
 * time; where a lower one does not help, something else is slow, and the former comes back.
 */
export class PreviewQuality {
  #level = 0;
  #last: number | undefined;
  /** The window that is being watched: when it began, and how much of it frames were late, milliseconds. */
  #from = 0;
  #late = 0;
  #frames = 0;
  #roomSince: number | undefined;
  #waitMs = FIRST_WAIT_MS;
  #raisedAt = Number.NEGATIVE_INFINITY;
  #restsUntil = Number.NEGATIVE_INFINITY;
  /** How it was before the last step down, as long as it is not known whether that helped. */
  #before: Pace | undefined;

  /** Of the sides of the canvas, 0 to 1. */
  get share(): number {
    return QUALITIES[this.#level] as number;
  }

  /** Takes a frame of the display while time runs. @param now milliseconds. @returns whether the share is another. */
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

  /** Time stands still for a moment, as while a file is waited for. */
  wait(): void {
    this.#last = undefined;
    this.#before = undefined;
    this.#roomSince = undefined;
  }

  /** Time does not run any more: a picture at rest is whole. @returns whether the share is another. */
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
