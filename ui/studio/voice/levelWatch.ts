/** What is softer counts as this, decibels of full scale. */
export const SOFTEST = -60;
/** From here on a voice is spoilt, decibels. */
const TOO_LOUD = -1;
/** What stays softer than this is nothing at all: decibels, and for how long, milliseconds. */
const SILENT = { below: -50, forMs: 4000 };
/** How long the loudest moment stays marked, and a warning is shown, milliseconds. */
const HOLD_MS = 1500;

/** What a microphone hears. */
export interface Heard {
  /** Just now, decibels of full scale. */
  decibels: number;
  /** The loudest of the last moments, decibels. */
  highest: number;
  /** What is wrong with it. */
  trouble: '' | 'loud' | 'silent';
}

/** Before anything is heard. */
export const nothingHeard: Heard = { decibels: SOFTEST, highest: SOFTEST, trouble: '' };

/** Watches how loud a microphone is. */
export class LevelWatch {
  #highest = { decibels: SOFTEST, at: Number.NEGATIVE_INFINITY };
  #loudAt = Number.NEGATIVE_INFINITY;
  #heardAt: number | undefined;

  /** @param level amplitude, 0 to 1. @param now milliseconds of a clock that never goes back. */
  add(level: number, now: number): Heard {
    const decibels = level > 0 ? Math.max(SOFTEST, 20 * Math.log10(level)) : SOFTEST;
    if (decibels >= this.#highest.decibels || now - this.#highest.at > HOLD_MS) this.#highest = { decibels, at: now };
    if (decibels >= TOO_LOUD) this.#loudAt = now;
    if (decibels > SILENT.below) this.#heardAt = now;
    this.#heardAt ??= now;
    const isSilent = now - this.#heardAt > SILENT.forMs;
    const trouble = now - this.#loudAt < HOLD_MS ? 'loud' : isSilent ? 'silent' : '';
    return { decibels, highest: this.#highest.decibels, trouble };
  }
}
