import type * as z from 'zod';
import { MAX_GIF_COLORS, VIDEO_CONTAINERS } from './limits.ts';
import type { output } from './outputSchema.ts';

/** What comes out of a project, as parsed. */
export type Output = z.output<typeof output>;
/** What kind of thing comes out. */
export type OutputType = Output['type'];

/** The formats of what moves, by the ending of their files: the containers of a video, and GIF. */
export const movingFormats = [...VIDEO_CONTAINERS, 'gif'] as const;

/** How well a video is encoded: fast for previews, soonest done; standard, the smallest file; high, the finest picture. */
export const qualities = ['fast', 'standard', 'high'] as const;
/** One of them. */
export type Quality = (typeof qualities)[number];

/** An MP4. */
export const mp4Output: Extract<Output, { type: 'video' }> = { type: 'video', container: 'mp4' };
/** A GIF of the canvas's size, at the usual rate, with all colours. */
export const gifDefaults: Extract<Output, { type: 'gif' }> = { type: 'gif', colors: MAX_GIF_COLORS };
/** A PNG of the first moment. */
export const stillOutput: Extract<Output, { type: 'image' }> = { type: 'image', format: 'png', at: 0 };

/**
 * What a body without `output` asks for: a picture where `isImage` says so, a JPEG when its name ends like one; else what
 * `videoType` names; an MP4 without both.
 */
export function outputOf(fields: {
  isImage?: boolean | undefined;
  videoType?: (typeof movingFormats)[number] | undefined;
  name?: string | undefined;
}): Output {
  if (fields.isImage) return /\.jpe?g$/i.test(fields.name ?? '') ? { ...stillOutput, format: 'jpeg' } : stillOutput;
  const { videoType = 'mp4' } = fields;
  return videoType === 'gif' ? gifDefaults : { type: 'video', container: videoType };
}

/** Whether a project comes out as one picture. */
export function isStill({ output: { type } }: { output: Output }): boolean {
  return type === 'image';
}

/** Whether a project comes out as a GIF. */
export function isGif({ output: { type } }: { output: Output }): boolean {
  return type === 'gif';
}

/** Whether what comes out can have sound. */
export function hasSound({ output: { type } }: { output: Output }): boolean {
  return type === 'video' || type === 'audio';
}

/** Every ending that outputEnding can give. */
export const outputEndings = ['mp4', 'webm', 'mov', 'gif', 'png', 'jpg', 'webp', 'mp3', 'wav', 'm4a'] as const;

/** The ending of the file that comes out, without its dot: mp4, webm, mov, gif, png, jpg, webp, mp3, wav or m4a. */
export function outputEnding(wanted: Output): (typeof outputEndings)[number] {
  switch (wanted.type) {
    case 'video':
      return wanted.container;
    case 'gif':
      return 'gif';
    case 'image':
      return wanted.format === 'jpeg' ? 'jpg' : wanted.format;
    case 'audio':
      return wanted.format;
  }
}

/** What comes out in a word for people: MP4, GIF, PNG … */
export function outputTitle(wanted: Output): string {
  return (wanted.type === 'image' ? wanted.format : outputEnding(wanted))
    .toUpperCase()
    .replace('WEBP', 'WebP')
    .replace('WEBM', 'WebM');
}

/**
 * The same output in the format that a file name asks for: another container of a video, another format of a picture or
 * sound.
 * @param ending of the name, such as "webm" or "jpeg", in any case. @returns undefined when that cannot be.
 */
export function withEnding(wanted: Output, ending: string): Output | undefined {
  const same = ending.toLowerCase().replace(/^jpg$/, 'jpeg');
  const key = wanted.type === 'video' ? 'container' : 'format';
  if (!endingsOf[wanted.type].includes(same)) return undefined;
  return wanted.type === 'gif' ? wanted : ({ ...wanted, [key]: same } as Output);
}

/** Every ending that a file of a kind of output can have, without dots, the usual one first. */
export const endingsOf: Record<OutputType, readonly string[]> = {
  video: VIDEO_CONTAINERS,
  gif: ['gif'],
  image: ['png', 'jpg', 'jpeg', 'webp'],
  audio: ['mp3', 'wav', 'm4a'],
};
