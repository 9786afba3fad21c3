import * as z from 'zod';
import { seconds } from '../project/fields.ts';
import { MIN_CUSTOM_SECONDS } from '../project/limits.ts';
import { spanFields } from './spanFields.ts';

/** What may be chosen for each of several files alone, beside its address. */
export const clipFields = z.object({
  /** How long a picture is shown, seconds; 0 or absent: as long as any. What moves lasts as long as its span. */
  duration: seconds
    .refine((length) => length === 0 || length >= MIN_CUSTOM_SECONDS, `must be 0 or at least ${MIN_CUSTOM_SECONDS}`)
    .optional(),
  isMuted: z.boolean().default(false),
  ...spanFields,
});

/** What was chosen for one of several files, as parsed. */
export type ClipSettings = z.output<typeof clipFields>;
