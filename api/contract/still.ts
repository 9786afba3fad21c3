import * as z from 'zod';

/** Longest time that can be asked for, seconds: a day. Beyond the end of its video the last picture comes. */
const MAX_SECONDS = 86_400;

/** What a still is of. */
export const stillQuery = z.object({
  url: z.string().max(2000).describe('an uploaded file or a sample, as its address on this server says'),
  at: z
    .string()
    .max(32)
    .regex(/^\d+(\.\d+)?$/)
    .transform(Number)
    .pipe(z.number().max(MAX_SECONDS))
    .optional()
    .describe('second of the video; default 0'),
  size: z.enum(['large', 'small']).optional().describe('longer side 1280 pixels, the default, or 240'),
});
