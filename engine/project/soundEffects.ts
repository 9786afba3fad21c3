import * as z from 'zod';
import { MAX_EQ_GAIN, MAX_PAN } from './limits.ts';

const decibels = z.number().min(-MAX_EQ_GAIN).max(MAX_EQ_GAIN).default(0);

/** Presets of the equalizer. */
export const eqPresets = ['voice', 'telephone', 'radio'] as const;

/** Sound effects of the audio track, video layers and audio layers; see engine/soundEffects. */
export const soundEffects = {
  /** From −100 (left) to 100 (right); default: 0. */
  pan: z.number().min(-MAX_PAN).max(MAX_PAN).optional(),
  /** Gains in decibels below 200 Hz, at 1 kHz and above 4 kHz, after a preset. Absent: unchanged. */
  eq: z.object({ preset: z.enum(eqPresets).optional(), low: decibels, mid: decibels, high: decibels }).optional(),
};

/** Sound effects, as parsed. */
export type SoundEffects = z.infer<z.ZodObject<typeof soundEffects>>;
/** Equalizer, as parsed. */
export type Equalizer = NonNullable<SoundEffects['eq']>;
