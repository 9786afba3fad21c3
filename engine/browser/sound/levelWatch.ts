/** Lower limit of levels, in dBFS. */
export const SOFTEST = -60;
/** Clipping is reported from this level on, in dBFS. */
const TOO_LOUD = -1;
/** Silence is reported below this level (dBFS) after this time (milliseconds). */
const SILENT = { below: -50, forMs: 4000 };
/** How long the peak and a warning stay visible, in milliseconds. */
const HOLD_MS = 1500;

/** Level of a microphone. */
export interface MicrophoneLevel {
  /** Current level in dBFS. */
  decibels: number;
  /** Recent peak in dBFS. */
  highest: number;
  /** Warning. */
  trouble: '' | 'loud' | 'silent';
}

/** The level before the first measurement. */
export const silentLevel: MicrophoneLevel = { decibels: SOFTEST, highest: SOFTEST, trouble: '' };

/** Tracks the level of a microphone. */
export class LevelWatch {
  #highest = { decibels: SOFTEST, at: Number.NEGATIVE_INFINITY };
  #loudAt = Number.NEGATIVE_INFINITY;
  #audibleAt: number | undefined;

  /** @param level amplitude, 0 to 1. @param now milliseconds of a monotonic clock. */
  add(level: number, now: number): MicrophoneLevel {
    const decibels = level > 0 ? Math.max(SOFTEST, 20 * Math.log10(level)) : SOFTEST;
    if (decibels >= this.#highest.decibels || now - this.#highest.at > HOLD_MS) this.#highest = { decibels, at: now };
    if (decibels >= TOO_LOUD) this.#loudAt = now;
    if (decibels > SILENT.below) this.#audibleAt = now;
    this.#audibleAt ??= now;
    const isSilent = now - this.#audibleAt > SILENT.forMs;
    const trouble = now - this.#loudAt < HOLD_MS ? 'loud' : isSilent ? 'silent' : '';
    return { decibels, highest: this.#highest.decibels, trouble };
  }
}
