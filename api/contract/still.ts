import * as z from 'zod';

/** Where stills of videos are read. */
const STILLS_PATH = '/api/v1/stills';

/** The longer side of a still by what it is for, pixels: the canvas, or a small picture in a list or a strip. */
export const stillSides = { large: 1280, small: 240 } as const;

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

/** The address of a still. @param url as the server names the video. @param at seconds; to the hundredth. */
export function stillAddress(url: string, at: number, size: keyof typeof stillSides): string {
  return `${STILLS_PATH}?${new URLSearchParams({ url, at: Math.max(0, at).toFixed(2), size })}`;
}
