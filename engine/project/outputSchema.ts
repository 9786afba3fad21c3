import * as z from 'zod';
import { seconds } from './fields.ts';
import {
  AUDIO_FORMATS,
  MAX_BITRATE,
  MAX_FIT_MEGABYTES,
  MAX_GIF_COLORS,
  MAX_GIF_RATE,
  MAX_KEYFRAME_INTERVAL,
  MAX_LOUDNESS,
  MAX_PLAYS,
  MAX_SIDE,
  MAX_VIDEO_RATE,
  MIN_BITRATE,
  MIN_FIT_MEGABYTES,
  MIN_KEYFRAME_INTERVAL,
  MIN_LOUDNESS,
  MIN_SIDE,
  MIN_VIDEO_RATE,
  VIDEO_CODECS,
  VIDEO_CONTAINERS,
} from './limits.ts';

/** Dithering: none, by a pattern, or by error diffusion. */
export const dithers = ['none', 'bayer', 'floyd_steinberg', 'sierra2_4a'] as const;

/** Target file size in megabytes of 1,000,000 bytes; absent: no limit. */
export const fitUnder = z.number().min(MIN_FIT_MEGABYTES).max(MAX_FIT_MEGABYTES).optional();

/** Target integrated loudness of the audio in LUFS, such as −14; absent: unchanged. */
export const loudness = z.number().min(MIN_LOUDNESS).max(MAX_LOUDNESS).optional();

/** Fields of animations without audio. */
export const animationFields = {
  /** Width in pixels, height by the canvas's ratio; default: the canvas's size. */
  width: z.number().int().min(MIN_SIDE).max(MAX_SIDE).optional(),
  /**
   * Frames per second. Default: the delays of the sources if all are animated images, else 15, or fewer if all sources
   * have fewer.
   */
  fps: z.number().int().min(1).max(MAX_GIF_RATE).optional(),
  /** Number of plays; 0: forever. */
  plays: z.number().int().min(0).max(MAX_PLAYS).default(0),
};

/** Fields of a GIF. */
export const gifFields = {
  /** Size of the palette. */
  colors: z.number().int().min(2).max(MAX_GIF_COLORS).default(MAX_GIF_COLORS),
  /** Default: sierra2_4a for high quality, else bayer, whose files are smaller. */
  dither: z.enum(dithers).optional(),
};

/** Quality of an animated WebP, 1 to 100; default: by the project's quality. */
export const webpQuality = z.number().int().min(1).max(100).optional();

/** Frames per second of a video; 29.97 means 30000/1001, as other NTSC rates do. Default: by the sources. */
const fps = z.number().min(MIN_VIDEO_RATE).max(MAX_VIDEO_RATE).optional();

/** A video with audio. */
const videoOutput = z.object({
  type: z.literal('video'),
  container: z.enum(VIDEO_CONTAINERS).default('mp4'),
  fps,
  /** Default: H.264, in a WebM VP9, and in a MOV with transparency ProRes. */
  codec: z.enum(VIDEO_CODECS).optional(),
  /** Mean bit rate of the frames in kbit/s; default: by quality. */
  bitrate: z.number().int().min(MIN_BITRATE).max(MAX_BITRATE).optional(),
  /** Longest distance of key frames in seconds; default: 4 to 10 s, by codec and frame rate. */
  keyframeInterval: z.number().min(MIN_KEYFRAME_INTERVAL).max(MAX_KEYFRAME_INTERVAL).optional(),
  /** true: subtitles become tracks that players can show, instead of being burned in. */
  softSubtitles: z.boolean().optional(),
  /** true: the project’s markers become chapters. */
  chapters: z.boolean().optional(),
  loudness,
  fitUnder,
});

/** A GIF: an animation without audio, with a palette. */
const gifOutput = z.object({ type: z.literal('gif'), ...animationFields, ...gifFields, fitUnder });

/** An animation without audio, with full color and alpha. */
const animationOutput = z.object({
  type: z.literal('animation'),
  format: z.enum(['webp', 'apng']).default('webp'),
  ...animationFields,
  quality: webpQuality,
  fitUnder,
});

/** Every frame as an image, numbered from 00001, in a zip; with alpha. */
const framesOutput = z.object({ type: z.literal('frames'), format: z.enum(['png']).default('png'), fps });

/** One frame as an image. */
const imageOutput = z.object({
  type: z.literal('image'),
  format: z.enum(['png', 'jpeg', 'webp']).default('png'),
  /** Time in seconds of the whole project; clamped to its end. */
  at: seconds.default(0),
});

/** Audio only. */
const audioOutput = z.object({
  type: z.literal('audio'),
  format: z.enum(AUDIO_FORMATS).default('mp3'),
  loudness,
  fitUnder,
});

/** Output of a project. */
export const output = z.discriminatedUnion('type', [
  videoOutput,
  gifOutput,
  animationOutput,
  framesOutput,
  imageOutput,
  audioOutput,
]);
