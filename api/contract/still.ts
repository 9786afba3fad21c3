import * as z from 'zod';

/** Latest time of a still, in seconds: one day. Beyond a video's end, its last frame is returned. */
const MAX_SECONDS = 86_400;

/** Query of a still. */
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
