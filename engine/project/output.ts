import type * as z from 'zod';
import { MAX_GIF_COLORS, VIDEO_CONTAINERS } from './limits.ts';
import type { dithers, output } from './outputSchema.ts';

/** What comes out of a project, as parsed. */
export type Output = z.output<typeof output>;
/** What kind of thing comes out. */
export type OutputType = Output['type'];

/** How the colors that a palette lacks are mixed. */
export type Dither = (typeof dithers)[number];

/** The formats of what moves, by the ending of their files: the containers of a video, GIF, and animated WebP. */
export const movingFormats = [...VIDEO_CONTAINERS, 'gif', 'webp'] as const;

/** How well a video is encoded: fast for previews, soonest done; standard, the smallest file; high, the finest picture. */
export const qualities = ['fast', 'standard', 'high'] as const;
/** One of them. */
export type Quality = (typeof qualities)[number];

/** An MP4. */
export const mp4Output: Extract<Output, { type: 'video' }> = { type: 'video', container: 'mp4' };
/** A GIF of the canvas's size, at the usual rate, with all colors, that plays forever. */
export const gifDefaults: Extract<Output, { type: 'gif' }> = { type: 'gif', plays: 0, colors: MAX_GIF_COLORS };
/** An animated WebP of the canvas's size, at the usual rate, that plays forever. */
export const animationDefaults: Extract<Output, { type: 'animation' }> = {
  type: 'animation',
  format: 'webp',
  plays: 0,
};
/** A PNG of the first moment. */
export const stillOutput: Extract<Output, { type: 'image' }> = { type: 'image', format: 'png', at: 0 };
/** An MP3. */
export const soundOutput: Extract<Output, { type: 'audio' }> = { type: 'audio', format: 'mp3' };

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
  if (videoType === 'gif') return gifDefaults;
  return videoType === 'webp' ? animationDefaults : { type: 'video', container: videoType };
}

/** Whether a project comes out as one picture. */
export function isStill({ output: { type } }: { output: Output }): boolean {
  return type === 'image';
}

/** Whether a project comes out as a GIF. */
export function isGif({ output: { type } }: { output: Output }): boolean {
  return type === 'gif';
}

/** Whether a project comes out as moving pictures without sound: a GIF or an animated WebP. */
export function isAnimation(project: { output: Output }): boolean {
  return isSilentMotion(project.output);
}

/** Whether an output is of moving pictures without sound. */
export function isSilentMotion(wanted: Output): wanted is Extract<Output, { type: 'gif' | 'animation' }> {
  return wanted.type === 'gif' || wanted.type === 'animation';
}

/** Whether its file can be made smaller, so that it fits under a size: no picture, and no WAV, which is as large as it is long. */
export function canBeFitted(wanted: Output): boolean {
  return wanted.type !== 'image' && !(wanted.type === 'audio' && wanted.format === 'wav');
}

/** Whether its file can have clear pixels. */
export function canBeClear(wanted: Output): boolean {
  if (wanted.type === 'image') return wanted.format !== 'jpeg';
  return isSilentMotion(wanted) || (wanted.type === 'video' && wanted.container === 'webm');
}

/** Whether what comes out can have sound. */
export function hasSound({ output: { type } }: { output: Output }): boolean {
  return type === 'video' || type === 'audio';
}

/** How a GIF is dithered for which nothing is chosen: a pattern makes smaller files. */
export function usualDither(quality: Quality): Dither {
  return quality === 'high' ? 'sierra2_4a' : 'bayer';
}

/** What a GIF says of how often it starts over. @param plays how often it plays, 0 forever. @returns -1: it says nothing. */
export function gifRepeats(plays: number): number {
  return plays === 0 ? 0 : plays === 1 ? -1 : plays - 1;
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
    case 'animation':
    case 'audio':
      return wanted.format;
  }
}

/** What comes out in a word for people: MP4, GIF, PNG, Animated WebP … */
export function outputTitle(wanted: Output): string {
  if (wanted.type === 'animation') return 'Animated WebP';
  return (wanted.type === 'image' ? wanted.format : outputEnding(wanted))
    .toUpperCase()
    .replace('WEBP', 'WebP')
    .replace('WEBM', 'WebM');
}

const pictureFormats = ['png', 'jpeg', 'webp'] as const;
const soundFormats = ['mp3', 'wav', 'm4a'] as const;

/** Every ending that a file of a kind of output can have, without dots, the usual one first: what moves can also come out as one picture of it, or as its sound. */
export const endingsOf: Record<OutputType, readonly string[]> = {
  video: [...movingFormats, 'png', 'jpg', 'jpeg', ...soundFormats],
  gif: ['gif', 'webp', ...VIDEO_CONTAINERS, 'png', 'jpg', 'jpeg', ...soundFormats],
  animation: ['webp', 'gif', ...VIDEO_CONTAINERS, 'png', 'jpg', 'jpeg', ...soundFormats],
  image: ['png', 'jpg', 'jpeg', 'webp'],
  audio: soundFormats,
};

/**
 * The output in the format that a file name asks for. "webp" is an animated one of what moves. What both formats know stays:
 * the moment of a picture, the measures of a GIF, the loudness, the size to fit under.
 * @param ending of the name, such as "webm" or "jpeg", in any case. @returns undefined when that cannot be.
 */
export function withEnding(wanted: Output, ending: string): Output | undefined {
  const asked = ending.toLowerCase();
  if (!endingsOf[wanted.type].includes(asked)) return undefined;
  const named = formatNamed(wanted.type, asked.replace(/^jpg$/, 'jpeg'));
  if (named.type === wanted.type) {
    const key = named.type === 'video' ? 'container' : 'format';
    return named.type === 'gif' ? wanted : ({ ...wanted, [key]: (named as Record<string, unknown>)[key] } as Output);
  }
  const fit = 'fitUnder' in wanted && named.type !== 'image' ? { fitUnder: wanted.fitUnder } : {};
  const loud = 'loudness' in wanted && hasSound({ output: named }) ? { loudness: wanted.loudness } : {};
  const measures = isSilentMotion(wanted) && isSilentMotion(named) ? measuresOf(wanted) : {};
  return { ...named, ...measures, ...loud, ...fit } as Output;
}

/** What an ending stands for, with the usual measures. @param type of what it is instead of. */
function formatNamed(type: OutputType, ending: string): Output {
  if (type !== 'image' && isOneOf(movingFormats, ending)) return outputOf({ videoType: ending });
  if (isOneOf(pictureFormats, ending)) return { ...stillOutput, format: ending };
  return { ...soundOutput, format: ending as (typeof soundFormats)[number] };
}

function measuresOf({ width, fps, plays }: Extract<Output, { type: 'gif' | 'animation' }>): object {
  return { ...(width === undefined ? {} : { width }), ...(fps === undefined ? {} : { fps }), plays };
}

function isOneOf<T extends string>(some: readonly T[], text: string): text is T {
  return (some as readonly string[]).includes(text);
}
