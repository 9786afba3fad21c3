import * as z from 'zod';
import { seconds } from './fields.ts';
import { MAX_GIF_COLORS, MAX_GIF_RATE, MAX_SIDE, MIN_SIDE, VIDEO_CONTAINERS } from './limits.ts';

/** A video with sound. */
const videoOutput = z.object({
  type: z.literal('video'),
  container: z.enum(VIDEO_CONTAINERS).default('mp4'),
});

/** Moving pictures without sound that start over for ever. */
const gifOutput = z.object({
  type: z.literal('gif'),
  /** Width in pixels, height by the canvas's ratio; absent: the canvas's own size. */
  width: z.number().int().min(MIN_SIDE).max(MAX_SIDE).optional(),
  /** Frames a second; absent: 15, or fewer when all sources have fewer. */
  fps: z.number().int().min(1).max(MAX_GIF_RATE).optional(),
  /** Size of the palette. */
  colors: z.number().int().min(2).max(MAX_GIF_COLORS).default(MAX_GIF_COLORS),
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
});

/** What comes out of a project. */
export const output = z.discriminatedUnion('type', [videoOutput, gifOutput, imageOutput, audioOutput]);
