/** When and how much a player's speed is changed to correct drift. */
export interface SteerOptions {
  /** Drift up to this is ignored, in seconds. */
  deadband: number;
  /** Smallest correction of the speed, as a share; default 0. */
  minCorrection?: number;
  /** Largest correction of the speed, as a share. */
  maxCorrection: number;
}

/** Time in which a small drift is corrected, in seconds. */
const CATCH_UP_SECONDS = 0.7;
/** Step of corrections, as a share, because every change costs the browser some work. */
const STEP = 0.0025;

/** Corrects drift of playing media by playing slightly faster or slower. */
export class Steer {
  readonly #options: SteerOptions;
  #isNudging = false;

  constructor(options: SteerOptions) {
    this.#options = options;
  }

  /**
   * Returns the corrected speed. A correction continues until the drift is well below the ignored range.
   * @param rate nominal speed, above 0. @param drift seconds ahead of time; negative: behind.
   */
  rateFor(rate: number, drift: number): number {
    const { deadband, minCorrection = 0, maxCorrection } = this.#options;
    const off = Math.abs(drift);
    this.#isNudging = this.#isNudging ? off > deadband / 4 : off > deadband;
    if (!this.#isNudging) return rate;
    const correction = Math.max(minCorrection, off / rate / CATCH_UP_SECONDS);
    const part = -Math.sign(drift) * Math.min(maxCorrection, correction);
    return rate * (1 + Math.round(part / STEP) * STEP);
  }
}
