/** When and how much a player's pace is changed so that it comes back to its time. */
export interface SteerOptions {
  /** Off by at most this much it is left alone, seconds. */
  deadband: number;
  /** Least that the pace is changed by where it is changed, as a part of it; default 0: as little as the drift wants. */
  minCorrection?: number;
  /** Most that the pace is changed by, as a part of it. */
  maxCorrection: number;
}

/** In how many seconds a small drift is to be gone. */
const CATCH_UP_SECONDS = 0.7;
/** Paces are changed in steps of this part, since every change costs the browser something. */
const STEP = 0.0025;

/** Brings something that plays back to its time by playing a little faster or slower. */
export class Steer {
  readonly #options: SteerOptions;
  #isNudging = false;

  constructor(options: SteerOptions) {
    this.#options = options;
  }

  /**
   * The pace that brings it back. Once it nudges, it goes on until it is well within what is left alone.
   * @param rate the wanted pace, above 0. @param drift seconds that it is ahead of its time; below 0: behind.
   */
  rateFor(rate: number, drift: number): number {
    const { deadband, minCorrection = 0, maxCorrection } = this.#options;
    const off = Math.abs(drift);
    this.#isNudging = this.#isNudging ? off > deadband / 4 : off > deadband;
    if (!this.#isNudging) return rate;
    const wanted = Math.max(minCorrection, off / rate / CATCH_UP_SECONDS);
    const part = -Math.sign(drift) * Math.min(maxCorrection, wanted);
    return rate * (1 + Math.round(part / STEP) * STEP);
  }
}
