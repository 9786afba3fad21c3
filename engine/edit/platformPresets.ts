import type { Size } from '../layout/box.ts';
import { defined } from '../project/defined.ts';
import type { Output } from '../project/output.ts';
import type { Project } from '../project/project.ts';
import { PLATFORM_LOUDNESS } from '../timeline/loudness.ts';
import { evenSide, withCanvasSize } from './canvas.ts';

/** What a platform recommends for uploads, or requires. */
export interface PlatformPreset {
  /** Names of its platforms on the command line. */
  ids: readonly [string, ...string[]];
  title: string;
  /** Shorter side of the canvas, in pixels. */
  side: number;
  /** Frames per second that it accepts; absent: any. */
  rates?: { least: number; most: number };
  /** Longest distance of key frames in seconds; absent: any. */
  keyframeInterval?: number;
  /** Loudness in LUFS; absent: unchanged. */
  loudness?: number;
  /** Largest file in megabytes; absent: larger than our results. */
  fitUnder?: number;
}

/**
 * The platforms, all with an MP4 of H.264 and AAC. Sources of the numbers:
 * - YouTube: support.google.com/youtube/answer/1722171: H.264 with a key frame at least every half second, usual rates
 *   up to 60; 1080p is its usual size.
 * - Instagram: “Reel Specifications” in developers.facebook.com/docs/instagram-platform: 23 to 60 frames per second,
 *   1080 × 1920 pixels.
 * - TikTok: developers.tiktok.com/doc/content-posting-api-media-transfer-guide: 23 to 60 frames per second, sides of 360
 *   to 4096 pixels.
 * - WhatsApp: “Supported Media Types” of developers.facebook.com/docs/whatsapp/cloud-api/reference/media: H.264 and AAC,
 *   16 MB; it states no size, so 720 pixels keep the picture good within 16 MB.
 * - Loudness: none of them publishes a target. YouTube turns down what is louder than −14 LUFS, as its player’s
 *   statistics show, and the others are measured near it. WhatsApp changes nothing.
 */
export const platformPresets: readonly PlatformPreset[] = [
  {
    ...{ ids: ['youtube'], title: 'YouTube', side: 1080, rates: { least: 1, most: 60 } },
    ...{ keyframeInterval: 0.5, loudness: PLATFORM_LOUDNESS },
  },
  {
    ...{ ids: ['instagram', 'tiktok'], title: 'Instagram, TikTok', side: 1080 },
    ...{ rates: { least: 23, most: 60 }, loudness: PLATFORM_LOUDNESS },
  },
  { ids: ['whatsapp'], title: 'WhatsApp', side: 720, fitUnder: 16 },
];

/**
 * Sets size, format, rate and loudness of a project to those of a platform. The aspect ratio stays, because every
 * platform plays any; so do subtitle tracks and chapters. A chosen frame rate moves into the platform's limits.
 */
export function applyPreset(project: Project, { side, rates, ...preset }: PlatformPreset): Project {
  const { keyframeInterval, loudness, fitUnder } = preset;
  const { fps, softSubtitles, chapters } = videoFields(project.output);
  const rate = fps === undefined || !rates ? fps : Math.min(rates.most, Math.max(rates.least, fps));
  const output: Output = {
    ...{ type: 'video', container: 'mp4' },
    ...defined({ fps: rate, keyframeInterval, softSubtitles, chapters, loudness, fitUnder }),
  };
  return { ...withCanvasSize(project, sizeWithSide(project, side)), output };
}

/** Returns the preset whose settings a project has; undefined: none, or other settings were chosen since. */
export function presetOf(project: Project): PlatformPreset | undefined {
  const written = fieldsOf(project);
  return platformPresets.find((preset) => fieldsOf(applyPreset(project, preset)) === written);
}

function fieldsOf({ width, height, output }: Project): string {
  return JSON.stringify([width, height, Object.entries(output).toSorted()]);
}

function videoFields(output: Output) {
  const { fps, softSubtitles, chapters } = { softSubtitles: undefined, chapters: undefined, fps: undefined, ...output };
  return output.type === 'video' ? { fps, softSubtitles, chapters } : {};
}

function sizeWithSide({ width, height }: Size, side: number): Size {
  const scale = side / Math.min(width, height);
  return { width: evenSide(width * scale), height: evenSide(height * scale) };
}
