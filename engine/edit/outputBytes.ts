import { isPicture, isVideo } from '../kinds/families.ts';
import { resultSize } from '../layout/canvasSize.ts';
import { allLayers } from '../project/allLayers.ts';
import { codecOf, sizeLimitOf } from '../project/output.ts';
import type { Project } from '../project/project.ts';
import { mediaSpan, totalDuration } from '../timeline/durations.ts';
import { estimateGif } from './gifSize.ts';

/** Estimated range of a file size, in bytes. */
export interface Bytes {
  least: number;
  most: number;
}

/** Audio bit rates, least and most, in bits per second. FLAC takes 35 % of a WAV for speech, 75 % for dense music. */
const soundRates = {
  wav: [1_536_000, 1_536_000],
  mp3: [192_000, 192_000],
  m4a: [192_000, 192_000],
  flac: [540_000, 1_150_000],
  opus: [160_000, 160_000],
} as const;
/**
 * Overhead of a copied span that begins or ends within a group of pictures: x264 groups have up to 250 frames
 * (`keyint`), ten seconds at 25 fps, and a group that is re-encoded at high quality takes up to three times as much.
 */
const brokenEnds = { seconds: 10, times: 3 };
/** A span that ends this close to the end of its file plays to its end, in seconds. */
const LAST_FRAME = 0.1;
/** A file that had to be fitted takes at least this share of its limit. */
const leastFit = 0.85;

/**
 * Estimates the file size of a project if the estimate is right within a factor of about two: GIFs of footage, audio,
 * copied video, and outputs with a target size.
 * @param copied size in bytes and length in seconds of the file whose video is copied.
 * @returns undefined if the size depends on the content, as for images, drawings and encoded videos.
 */
export function estimateBytes(project: Project, copied?: { size: number; duration: number }): Bytes | undefined {
  const free = freeBytes(project, copied);
  const megabytes = sizeLimitOf(project.output);
  if (megabytes === undefined) return free;
  const limit = megabytes * 1e6;
  if (free && free.most <= limit) return free;
  return { least: Math.min(leastFit * limit, free?.least ?? limit), most: limit };
}

function freeBytes(project: Project, copied: { size: number; duration: number } | undefined): Bytes | undefined {
  const { output } = project;
  const length = totalDuration(project);
  switch (output.type) {
    case 'gif':
      return hasFootage(project) ? estimateGif(project, output) : undefined;
    case 'animation':
    case 'frames':
    case 'image':
      return undefined;
    case 'audio': {
      const [least, most] = soundRates[output.format];
      return { least: (least * length) / 8, most: (most * length) / 8 };
    }
    case 'video':
      return copied && copied.duration > 0 ? copiedBytes(project, copied) : undefined;
  }
}

/** Returns whether a project shows recorded media, on which GIF sizes were measured; drawings are much smaller. */
function hasFootage({ scenes }: Project): boolean {
  return scenes.some(({ layers }) => layers.some(isPicture));
}

function copiedBytes(project: Project, { size, duration }: { size: number; duration: number }): Bytes {
  const bytes = (size * totalDuration(project)) / duration;
  const layer = project.scenes[0]?.layers.find(isVideo);
  const { start, end } = layer ? mediaSpan(layer) : { start: 0, end: duration };
  const isCut = start > 0 || duration - end > LAST_FRAME;
  const share = isCut ? Math.min(1, brokenEnds.seconds / (end - start)) : 0;
  return { least: bytes, most: bytes * (1 + (brokenEnds.times - 1) * share) };
}

/**
 * Bits per pixel of encoded video, least and most, as the sample projects take at standard quality: footage, and projects
 * of drawings, texts and still images. Fast takes as much.
 */
const bitsPerPixel = { footage: [0.012, 0.1], drawings: [0.002, 0.03] } as const;
/** Size relative to H.264 of the same quality. */
const codecShare = { h264: 1, hevc: 0.8, av1: 0.75, vp9: 1 } as const;
/** Bits per pixel of ProRes, least and most: LT, 422 and 422 HQ aim at 1.6, 2.4 and 3.5 at most. */
const proresBits = { fast: [0.8, 1.7], standard: [1.2, 2.5], high: [1.7, 3.6] } as const;
/** Share of high quality (CRF 18 instead of 23). */
const HIGH_TIMES = 2.1;
/** Audio of a video, in bits per second. */
const VIDEO_SOUND = 160_000;

/**
 * Estimates the range of a video's size from its pixels, where `estimateBytes` knows nothing better. Motion decides.
 * @param rate frames per second. @returns undefined for images and animations.
 */
export function roughBytes(project: Project, rate: number): Bytes | undefined {
  const { output, quality } = project;
  if (output.type !== 'video') return undefined;
  const { width, height } = resultSize(project);
  const length = totalDuration(project);
  const moves = allLayers(project).some((layer) => isVideo(layer));
  const codec = codecOf(output);
  const isProres = codec === 'prores';
  const [least, most] = isProres ? proresBits[quality] : bitsPerPixel[moves ? 'footage' : 'drawings'];
  const times = isProres ? 1 : codecShare[codec] * (quality === 'high' ? HIGH_TIMES : 1);
  const pixels = width * height * rate * length * times;
  const isHeard = project.audio !== null || moves || allLayers(project).some(({ type }) => type === 'audio');
  const sound = isHeard ? VIDEO_SOUND * length : 0;
  if (output.bitrate !== undefined) {
    const bits = output.bitrate * 1000 * length;
    // A video that needs less does not reach its bit rate.
    return { least: (Math.min(pixels * least, bits) + sound) / 8, most: (bits + sound) / 8 };
  }
  return { least: (pixels * least + sound) / 8, most: (pixels * most + sound) / 8 };
}
