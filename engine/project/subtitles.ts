import * as z from 'zod';
import { id } from './fields.ts';
import { MAX_CUE_LENGTH, MAX_CUE_SECONDS, MAX_CUE_WORDS, MAX_CUES } from './limits.ts';

const seconds = z.number().min(0).max(MAX_CUE_SECONDS);

/** BCP 47 language code, such as "en-US". */
export const languageCode = z
  .string()
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/, 'must be a language code such as "en-US"');

/** A word of a cue, with its times in seconds since the layer's start. */
export const cueWord = z.object({
  text: z.string().min(1).max(MAX_CUE_LENGTH),
  startTime: seconds,
  endTime: seconds,
});

/** A cue: text and times in seconds since the layer's start; the end is exclusive. */
export const cue = z.object({
  id,
  text: z.string().max(MAX_CUE_LENGTH),
  startTime: seconds,
  endTime: seconds,
  /** In the order of the text; absent: word times are unknown. */
  words: z.array(cueWord).max(MAX_CUE_WORDS).optional(),
});

/** The subtitles of a layer, in any order. */
export const cues = z.array(cue).max(MAX_CUES).default([]);

/** A word of a cue, as parsed. */
export type CueWord = z.infer<typeof cueWord>;
/** A cue, as parsed. */
export type Cue = z.infer<typeof cue>;
