import * as z from 'zod';

/** Latest time of a still, in seconds: one day. Beyond a video's end, its last frame is returned. */
const MAX_SECONDS = 86_400;

/** Query of a still. */
export const stillQuery = z.object({
  url: z.string().max(2000).describe('address of an uploaded file or a sample on this server'),
  at: z
    .string()
    .max(32)
    .regex(/^\d+(\.\d+)?$/)
    .transform(Number)
    .pipe(z.number().max(MAX_SECONDS))
    .optional()
    .describe('time in the video, seconds; default 0'),
  size: z.enum(['large', 'small']).optional().describe('longer side: 1280 pixels (default) or 240'),
});
