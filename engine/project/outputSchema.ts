import * as z from 'zod';
import { seconds } from './fields.ts';
import {
  MAX_FIT_MEGABYTES,
  MAX_GIF_COLORS,
  MAX_GIF_RATE,
  MAX_LOUDNESS,
  MAX_PLAYS,
  MAX_SIDE,
  MIN_FIT_MEGABYTES,
  MIN_LOUDNESS,
  MIN_SIDE,
  VIDEO_CONTAINERS,
} from './limits.ts';

/** How the colors that a palette lacks are mixed: not at all, by a pattern, or by handing what is missing to the neighbors. */
export const dithers = ['none', 'bayer', 'floyd_steinberg', 'sierra2_4a'] as const;

/** The size that the file stays under, megabytes of 1,000,000 bytes; absent: as large as it becomes. */
export const fitUnder = z.number().min(MIN_FIT_MEGABYTES).max(MAX_FIT_MEGABYTES).optional();

/** The integrated loudness that the sound is brought to, LUFS, such as −14; absent: as loud as it is. */
export const loudness = z.number().min(MIN_LOUDNESS).max(MAX_LOUDNESS).optional();

/** The measures of moving pictures without sound. */
export const animationFields = {
  /** Width in pixels, height by the canvas's ratio; absent: the canvas's own size. */
  width: z.number().int().min(MIN_SIDE).max(MAX_SIDE).optional(),
  /** Frames a second; absent: as the delays of animated pictures alone, else 15, or fewer when all sources have fewer. */
  fps: z.number().int().min(1).max(MAX_GIF_RATE).optional(),
  /** How often it plays; 0: forever. */
  plays: z.number().int().min(0).max(MAX_PLAYS).default(0),
};

/** What is said of a GIF alone. */
export const gifFields = {
  /** Size of the palette. */
  colors: z.number().int().min(2).max(MAX_GIF_COLORS).default(MAX_GIF_COLORS),
  /** Absent: sierra2_4a, or bayer, whose files are smaller, where the quality is not high. */
  dither: z.enum(dithers).optional(),
};

/** How well an animated WebP is encoded, 1 to 100; absent: by the project's quality. */
export const webpQuality = z.number().int().min(1).max(100).optional();

/** A video with sound. */
const videoOutput = z.object({
  type: z.literal('video'),
  container: z.enum(VIDEO_CONTAINERS).default('mp4'),
  /** true: subtitles are tracks of the file, which players show when asked to, instead of being in its picture. */
  softSubtitles: z.boolean().optional(),
  loudness,
  fitUnder,
});

/** Moving pictures without sound, in few colors. */
const gifOutput = z.object({ type: z.literal('gif'), ...animationFields, ...gifFields, fitUnder });

/** Moving pictures without sound, in all colors and any transparency. */
const animationOutput = z.object({
  type: z.literal('animation'),
  format: z.enum(['webp']).default('webp'),
  ...animationFields,
  quality: webpQuality,
  fitUnder,
});

/** One moment as a picture. */
const imageOutput = z.object({
  type: z.literal('image'),
  format: z.enum(['png', 'jpeg', 'webp']).default('png'),
  /** The moment, seconds of the whole; past the end counts as the end. */
  at: seconds.default(0),
});

/** The sound alone. */
const audioOutput = z.object({
  type: z.literal('audio'),
  format: z.enum(['mp3', 'wav', 'm4a']).default('mp3'),
  loudness,
  fitUnder,
});

/** What comes out of a project. */
export const output = z.discriminatedUnion('type', [videoOutput, gifOutput, animationOutput, imageOutput, audioOutput]);
