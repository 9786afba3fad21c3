/** How long a playing video may lack data before time stops, in milliseconds; seeking for a loop takes less. */
const STALL_MS = 250;
/** Wait that is not shown, in milliseconds. */
const QUIET_WAIT_MS = 250;
/** Wait after which the slow files are reported, in milliseconds. */
const SLOW_MS = 6000;

/**
 * Measures how long a player has waited, or a video has lacked data. All times are milliseconds of the player's clock.
 */
export class WaitWatch {
  #since = 0;
  #stallsSince: number | undefined;
  #hasReportedSlow = false;

  /** Starts a wait. */
  begin(now: number): void {
    this.#since = now;
    this.#hasReportedSlow = false;
  }

  /** Returns whether it has waited long enough to show it. */
  isLong(now: number): boolean {
    return now - this.#since > QUIET_WAIT_MS;
  }

  /** Returns whether it has waited long enough to report slow files; true once per wait. */
  becomesSlow(now: number): boolean {
    if (now - this.#since < SLOW_MS || this.#hasReportedSlow) return false;
    this.#hasReportedSlow = true;
    return true;
  }

  /**
   * Returns whether time must stop, because data has been missing for too long. @param hasData whether there is any
   * now.
   */
  stalls(now: number, hasData: boolean): boolean {
    if (hasData) this.#stallsSince = undefined;
    else this.#stallsSince ??= now;
    return this.#stallsSince !== undefined && now - this.#stallsSince > STALL_MS;
  }

  /** Resets the measurement after a change of what plays. */
  forgetStall(): void {
    this.#stallsSince = undefined;
  }
}
