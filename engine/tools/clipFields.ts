import * as z from 'zod';
import { seconds } from '../project/fields.ts';
import { MIN_CUSTOM_SECONDS } from '../project/limits.ts';
import { spanFields } from './spanFields.ts';

/** Settings of one of several files, besides its address. */
export const clipFields = z.object({
  /** Seconds that an image is shown; 0 or absent: the common length. Videos last as long as their span. */
  duration: seconds
    .refine((length) => length === 0 || length >= MIN_CUSTOM_SECONDS, `must be 0 or at least ${MIN_CUSTOM_SECONDS}`)
    .optional(),
  isMuted: z.boolean().default(false),
  ...spanFields,
});

/** Settings of one of several files, as parsed. */
export type ClipSettings = z.output<typeof clipFields>;
