import type * as z from 'zod';
import { AUDIO_FORMATS, MAX_GIF_COLORS, type VIDEO_CODECS, VIDEO_CONTAINERS } from './limits.ts';
import type { dithers, output } from './outputSchema.ts';

/** Output settings of a project, as parsed. */
export type Output = z.output<typeof output>;
/** Type of an output. */
export type OutputType = Output['type'];

/** Settings of a video output. */
export type VideoOutput = Extract<Output, { type: 'video' }>;
/** Codec of a video. */
export type VideoCodec = (typeof VIDEO_CODECS)[number];

/** Codecs of each container, the default first. */
export const containerCodecs: Record<VideoOutput['container'], readonly VideoCodec[]> = {
  mp4: ['h264', 'hevc', 'av1'],
  mov: ['h264', 'hevc', 'prores'],
  webm: ['vp9', 'av1'],
};

/** Display names of codecs. */
export const codecTitles: Record<VideoCodec, string> = {
  h264: 'H.264',
  hevc: 'HEVC',
  av1: 'AV1',
  vp9: 'VP9',
  prores: 'ProRes',
};

/** Returns the codec of a video; a MOV without a chosen codec is ProRes instead if it has transparent pixels. */
export function codecOf({ container, codec }: Pick<VideoOutput, 'container' | 'codec'>): VideoCodec {
  return codec ?? (containerCodecs[container][0] as VideoCodec);
}

/** Dithering of a palette. */
export type Dither = (typeof dithers)[number];

/** Formats with motion, by file extension: video containers, GIF, animated WebP and APNG. */
export const movingFormats = [...VIDEO_CONTAINERS, 'gif', 'webp', 'apng'] as const;

/** Encoding quality: fast for previews, standard for the smallest file, high for the best image. */
export const qualities = ['fast', 'standard', 'high'] as const;
/** An encoding quality. */
export type Quality = (typeof qualities)[number];

/** An MP4. */
export const mp4Output: VideoOutput = { type: 'video', container: 'mp4' };
/** A GIF in canvas size, at the default rate, with all colors, that plays forever. */
export const gifDefaults: Extract<Output, { type: 'gif' }> = { type: 'gif', plays: 0, colors: MAX_GIF_COLORS };
/** An animated WebP in canvas size, at the default rate, that plays forever. */
export const animationDefaults: Extract<Output, { type: 'animation' }> = {
  type: 'animation',
  format: 'webp',
  plays: 0,
};
/** All frames as PNG files. */
export const framesDefaults: Extract<Output, { type: 'frames' }> = { type: 'frames', format: 'png' };
/** A PNG of the first frame. */
export const stillOutput: Extract<Output, { type: 'image' }> = { type: 'image', format: 'png', at: 0 };
/** An MP3. */
export const mp3Output: Extract<Output, { type: 'audio' }> = { type: 'audio', format: 'mp3' };

/**
 * Returns the output of a request without `output`: an image if `isImage` (JPEG if the name ends like one), else
 * `videoType`, else an MP4.
 */
export function outputOf(fields: {
  isImage?: boolean | undefined;
  videoType?: (typeof movingFormats)[number] | undefined;
  name?: string | undefined;
}): Output {
  if (fields.isImage) return /\.jpe?g$/i.test(fields.name ?? '') ? { ...stillOutput, format: 'jpeg' } : stillOutput;
  const { videoType = 'mp4' } = fields;
  if (videoType === 'gif') return gifDefaults;
  if (videoType === 'webp' || videoType === 'apng') return { ...animationDefaults, format: videoType };
  return { type: 'video', container: videoType };
}

/** Returns whether the output is a still image. */
export function isStill({ output: { type } }: { output: Output }): boolean {
  return type === 'image';
}

/** Returns whether the output is a GIF. */
export function isGif({ output: { type } }: { output: Output }): boolean {
  return type === 'gif';
}

/** Returns whether the output is an animation without audio: a GIF, an animated WebP or an APNG. */
export function isAnimation(project: { output: Output }): boolean {
  return isSilentMotion(project.output);
}

/** Returns whether an output is an animation without audio. */
export function isSilentMotion(target: Output): target is Extract<Output, { type: 'gif' | 'animation' }> {
  return target.type === 'gif' || target.type === 'animation';
}

/** Returns whether a format stores audio without loss: its encoder changes no sample, and its size cannot be chosen. */
export function isLossless(format: string): boolean {
  return format === 'wav' || format === 'flac';
}

/** Returns whether the output can be fitted under a file size: no images, no lossless audio, no ProRes. */
export function canBeFitted(target: Output): boolean {
  if (target.type === 'video') return target.codec !== 'prores';
  if (target.type === 'frames') return false;
  return target.type !== 'image' && !(target.type === 'audio' && isLossless(target.format));
}

/** Returns the size that the file of an output must stay under, in megabytes of 1,000,000 bytes; undefined: any size. */
export function sizeLimitOf(target: Output): number | undefined {
  return 'fitUnder' in target ? target.fitUnder : undefined;
}

/**
 * Returns whether the output can have transparent pixels. A MOV needs ProRes for them, whose files cannot be fitted under
 * a size.
 */
export function supportsAlpha(target: Output): boolean {
  if (target.type === 'image') return target.format !== 'jpeg';
  if (target.type !== 'video') return target.type === 'frames' || isSilentMotion(target);
  const { container, codec } = target;
  if (container === 'webm') return codec !== 'av1';
  return container === 'mov' && (codec ?? 'prores') === 'prores' && sizeLimitOf(target) === undefined;
}

/** Returns whether the output can have audio. */
export function hasSound({ output: { type } }: { output: Output }): boolean {
  return type === 'video' || type === 'audio';
}

/** Returns the default dithering of a GIF: a pattern creates smaller files. */
export function defaultDither(quality: Quality): Dither {
  return quality === 'high' ? 'sierra2_4a' : 'bayer';
}

/**
 * Returns the loop count written into a GIF. @param plays number of plays, 0 forever. @returns -1: no loop extension.
 */
export function gifRepeats(plays: number): number {
  return plays === 0 ? 0 : plays === 1 ? -1 : plays - 1;
}

/** All extensions that outputEnding returns. */
export const outputExtensions = [
  'mp4',
  'webm',
  'mov',
  'gif',
  'png',
  'jpg',
  'webp',
  ...AUDIO_FORMATS,
  'apng',
  'zip',
] as const;

/** Returns the file extension of an output, without a dot. */
export function outputExtension(target: Output): (typeof outputExtensions)[number] {
  switch (target.type) {
    case 'video':
      return target.container;
    case 'gif':
      return 'gif';
    case 'frames':
      return 'zip';
    case 'image':
      return target.format === 'jpeg' ? 'jpg' : target.format;
    case 'animation':
    case 'audio':
      return target.format;
  }
}

/** Returns the display name of an output format: MP4, GIF, PNG, Animated WebP … */
export function outputTitle(target: Output): string {
  if (target.type === 'frames') return 'Frames (PNG)';
  if (target.type === 'animation') return target.format === 'apng' ? 'APNG' : 'Animated WebP';
  if (target.type === 'video' && codecOf(target) !== containerCodecs[target.container][0])
    return titleWithCodec(target);
  return (target.type === 'image' ? target.format : outputExtension(target))
    .toUpperCase()
    .replace('OPUS', 'Opus')
    .replace('WEBP', 'WebP')
    .replace('WEBM', 'WebM');
}

/** Returns the display name of a video with its codec, such as "MP4 (HEVC)". */
export function titleWithCodec(target: VideoOutput): string {
  return `${outputTitle({ type: 'video', container: target.container })} (${codecTitles[codecOf(target)]})`;
}

const stillOrSound = ['zip', 'png', 'jpg', 'jpeg', ...AUDIO_FORMATS] as const;
const pictureFormats = ['png', 'jpeg', 'webp'] as const;

/**
 * File extensions that each output type accepts, without dots, the default first. Outputs with motion can also become a
 * still image or audio.
 */
export const extensionsOf: Record<OutputType, readonly string[]> = {
  video: [...movingFormats, ...stillOrSound],
  gif: ['gif', 'webp', 'apng', ...VIDEO_CONTAINERS, ...stillOrSound],
  animation: ['webp', 'apng', 'gif', ...VIDEO_CONTAINERS, ...stillOrSound],
  frames: ['zip', ...movingFormats, 'png', 'jpg', 'jpeg', ...AUDIO_FORMATS],
  image: ['png', 'jpg', 'jpeg', 'webp'],
  audio: AUDIO_FORMATS,
};

/**
 * Returns the output in the format of a file extension. "webp" is animated if the output has motion. Settings that both
 * formats share stay: time of a still, size and rate of an animation, loudness, target size.
 * @param ending such as "webm" or "jpeg", in any case. @returns undefined if the output type does not support it.
 */
export function outputWithExtension(target: Output, ending: string): Output | undefined {
  const asked = ending.toLowerCase();
  if (!extensionsOf[target.type].includes(asked)) return undefined;
  const named = formatNamed(target.type, asked.replace(/^jpg$/, 'jpeg'));
  if (named.type === target.type) {
    if (named.type === 'video') return inContainer(target as VideoOutput, named.container);
    return 'format' in named ? ({ ...target, format: named.format } as Output) : target;
  }
  const fit = 'fitUnder' in target && named.type !== 'image' ? { fitUnder: target.fitUnder } : {};
  const loud = 'loudness' in target && hasSound({ output: named }) ? { loudness: target.loudness } : {};
  const measures = isSilentMotion(target) && isSilentMotion(named) ? measuresOf(target) : {};
  return { ...named, ...measures, ...loud, ...fit } as Output;
}

/** Returns a video in another container; a codec that it cannot contain becomes its default. */
function inContainer({ codec, ...target }: VideoOutput, container: VideoOutput['container']): VideoOutput {
  const own = codec && containerCodecs[container].includes(codec) ? { codec } : {};
  return { ...target, container, ...own };
}

/** Returns the default output of an extension. @param type of the output that it replaces. */
function formatNamed(type: OutputType, ending: string): Output {
  if (ending === 'zip') return framesDefaults;
  if (type !== 'image' && isOneOf(movingFormats, ending)) return outputOf({ videoType: ending });
  if (isOneOf(pictureFormats, ending)) return { ...stillOutput, format: ending };
  return { ...mp3Output, format: ending as (typeof AUDIO_FORMATS)[number] };
}

function measuresOf({ width, fps, plays }: Extract<Output, { type: 'gif' | 'animation' }>): object {
  return { ...(width === undefined ? {} : { width }), ...(fps === undefined ? {} : { fps }), plays };
}

function isOneOf<T extends string>(some: readonly T[], text: string): text is T {
  return (some as readonly string[]).includes(text);
}
