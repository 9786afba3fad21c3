import * as z from 'zod';

const decibels = z.number().min(-24).max(24).default(0);

/** Presets of the equalizer. */
export const eqPresets = ['voice', 'telephone', 'radio'] as const;

/** Sound effects of the audio track, video layers and audio layers; see engine/soundEffects. */
export const soundEffects = {
  /** From −100 (left) to 100 (right); default: 0. */
  pan: z.number().min(-100).max(100).optional(),
  /** Gains in decibels below 200 Hz, at 1 kHz and above 4 kHz, after a preset. Absent: unchanged. */
  eq: z.object({ preset: z.enum(eqPresets).optional(), low: decibels, mid: decibels, high: decibels }).optional(),
};

/** Sound effects, as parsed. */
export type SoundEffects = z.infer<z.ZodObject<typeof soundEffects>>;
/** Equalizer, as parsed. */
export type Equalizer = NonNullable<SoundEffects['eq']>;
