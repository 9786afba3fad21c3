/** How long a playing video may lack data before time waits for it, milliseconds: a loop is sought in that time. */
const STALL_MS = 250;
/** How long waiting is not worth a word, milliseconds. */
const QUIET_WAIT_MS = 250;
/** After this much waiting it is said what is waited for, milliseconds. */
const SLOW_MS = 6000;

/** How long a player has been waiting, or a video has lacked data. All times are milliseconds of the player's clock. */
export class WaitWatch {
  #since = 0;
  #stallsSince: number | undefined;
  #hasSaidSlow = false;

  /** Waiting begins. */
  begin(now: number): void {
    this.#since = now;
    this.#hasSaidSlow = false;
  }

  /** Whether it has been waiting so long that it should be shown. */
  isLong(now: number): boolean {
    return now - this.#since > QUIET_WAIT_MS;
  }

  /** Whether it has been waiting so long that it should be said for what; true once a wait. */
  becomesSlow(now: number): boolean {
    if (now - this.#since < SLOW_MS || this.#hasSaidSlow) return false;
    this.#hasSaidSlow = true;
    return true;
  }

  /** Whether time must wait, because data has been lacking for too long. @param hasData whether there is any just now. */
  stalls(now: number, hasData: boolean): boolean {
    if (hasData) this.#stallsSince = undefined;
    else this.#stallsSince ??= now;
    return this.#stallsSince !== undefined && now - this.#stallsSince > STALL_MS;
  }

  /** What is played now is another thing than before. */
  forgetStall(): void {
    this.#stallsSince = undefined;
  }
}
