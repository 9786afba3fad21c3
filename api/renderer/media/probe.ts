import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { imageSizeFromFile } from 'image-size/fromFile';
import { alphaWalk, animationWalk, avifWalk } from '../../../engine/formats/animatedPicture.ts';
import type { AnimationFacts } from '../../../engine/formats/animationFacts.ts';
import { gifWalk } from '../../../engine/formats/gifBlocks.ts';
import type { MediaFacts } from '../../../engine/project/media.ts';
import { avifCurveWalk } from './avifProperties.ts';
import { expectFewBoxes } from './boxWalk.ts';
import { type DeclaredSize, sizeInHeader } from './declaredImageSize.ts';
import { imageHeaderWalk } from './imageHeaders.ts';
import { orientationWalk } from './imageOrientation.ts';
import { limitExceeded } from './limitExceeded.ts';
import { clockFacts } from './mediaClock.ts';
import { noStreams, probeStreams, type StreamFacts } from './probeStreams.ts';
import { type Sniffed, sniffFile } from './sniff.ts';
import { shownName, unreadable } from './unreadable.ts';
import { readStart, walkFile } from './walkFile.ts';

/** Everything known about a media file before decoding. */
export interface Probe extends Omit<MediaFacts, 'hasAlpha' | 'fps' | 'audioTrack' | 'audioTracks'>, StreamFacts {
  /** Container as named by ffmpeg, such as "mov" or "matroska". */
  container: string;
  /** File size, in bytes. */
  size: number;
  /** EXIF orientation of an image, 1 to 8; absent for videos and animations. */
  orientation?: number;
  /** An animated AVIF, of which only the first image is shown. */
  showsFirstOnly?: true;
  /** An animated GIF in which ffmpeg paints the background color where browsers are transparent. */
  showsGround?: true;
}

/** Maximum size of an image, in pixels. */
export const maxImagePixels = 50_000_000;
/** Maximum frame size of an animated image, and maximum total of its frames, in pixels. */
const maxMovingPicture = 16_000_000;
const maxMovingPixels = 2_500_000_000;
/** Each frame is decoded, and in some formats encoded, on its own, even a tiny one. */
const maxFrames = 20_000;
/** Far more blocks or chunks than an animated image has. */
const mostPictureParts = 500_000;
/** An AVIF has a few dozen boxes; its header is read at once. */
const mostPictureBoxes = 20_000;
/** Bytes of an image that are searched for a sign of transparency. */
const alphaHeader = 65_536;
/** Bytes of a photo that are searched for its size. */
const maxHeader = 16_000_000;

/**
 * Measures a media file. Our own parsers read headers first, so an image that would exhaust memory is rejected before a
 * decoder sees it.
 * @throws ProblemError media.missing or media.unreadable, with a sentence that names the file; caused by TooMuchError
 * if the file is valid.
 */
export async function probeFile(file: string, options: { signal?: AbortSignal } = {}): Promise<Probe> {
  // The working folder may not exist inside the sandbox, so a path such as "../a.mp4" would lead nowhere.
  const path = resolve(file);
  const sniffed = await sniffFile(path, options.signal);
  const size = (await stat(path)).size;
  if (sniffed.demuxer === 'mov') await expectFewBoxes(path, sniffed.kind === 'image' ? mostPictureBoxes : undefined);
  const probe =
    sniffed.kind === 'image'
      ? await probePicture(path, sniffed)
      : { ...nothing, container: sniffed.demuxer, ...(await probeStreams(path, sniffed, options.signal)) };
  return { ...probe, size };
}

const nothing: Omit<Probe, 'kind' | 'container'> = {
  ...noStreams,
  width: 0,
  height: 0,
  duration: 0,
  hasAudio: false,
  animated: false,
  size: 0,
};

async function probePicture(path: string, sniffed: Sniffed): Promise<Probe> {
  const name = shownName(path);
  if (sniffed.mime === 'image/gif') return probeGif(path, name);
  if (sniffed.mime === 'image/apng' || sniffed.mime === 'image/webp') {
    const animation = await walkFile(animationWalk(maxFrames), path, mostPictureParts);
    if (animation) return animated(animation, sniffed.extension === 'png' ? 'apng' : 'webp', name);
  }
  const ours = await walkFile(imageHeaderWalk(), path, mostPictureParts);
  // Photos may carry more metadata before the image than the header library reads at first.
  const header = ours ?? (await headerOf(path));
  if (!header?.width || !header.height) throw unreadable(name, 'its header is damaged');
  if (header.width * header.height > maxImagePixels)
    throw limitExceeded(name, `${header.width} × ${header.height} pixels are too many`);
  const isAvif = sniffed.mime === 'image/avif';
  const moves = isAvif && (await walkFile(avifWalk(), path, mostPictureParts)) > 1;
  const isStated = ours !== undefined || sniffed.extension === 'jpg';
  const orientation = (isStated ? header.orientation : await walkFile(orientationWalk(), path, mostPictureParts)) ?? 1;
  const rotated = orientation >= 5;
  const colorTransfer = isAvif ? await walkFile(avifCurveWalk(), path, mostPictureParts) : '';
  return {
    ...nothing,
    kind: 'image',
    // An animated format with one frame is a still.
    container: sniffed.demuxer === 'apng' ? 'png_pipe' : sniffed.demuxer,
    videoCodec: sniffed.extension,
    width: rotated ? header.height : header.width,
    height: rotated ? header.width : header.height,
    codedWidth: header.width,
    codedHeight: header.height,
    orientation,
    hasAlpha: ours?.hasAlpha ?? (await mayBeClear(path, sniffed.extension)),
    colorTransfer,
    ...(moves ? { showsFirstOnly: true as const } : {}),
  };
}

async function headerOf(path: string): Promise<Partial<DeclaredSize> | undefined> {
  const header = await imageSizeFromFile(path)
    .catch(async () => sizeInHeader(await readStart(path, maxHeader)))
    .catch((error: NodeJS.ErrnoException) => {
      // System errors are not the file's fault.
      if (error.code !== undefined) throw error;
    });
  return header ?? undefined;
}

/** Whether an image may have transparent pixels, according to its header. */
async function mayBeClear(path: string, extension: string): Promise<boolean> {
  const known = await walkFile(alphaWalk(maxFrames), path, mostPictureParts);
  if (known !== undefined) return known;
  // AVIF: the auxiliary image that holds alpha (MIAF, ISO/IEC 23000-22, §7.3.5).
  if (extension === 'avif') return Buffer.from(await readStart(path, alphaHeader)).includes('auxiliary:alpha');
  return !['jpg', 'bmp'].includes(extension);
}

async function probeGif(path: string, name: string): Promise<Probe> {
  const gif = await walkFile(gifWalk(maxFrames), path, mostPictureParts);
  if (!gif || gif.frames === 0 || gif.width === 0 || gif.height === 0) throw unreadable(name, 'its header is damaged');
  return animated(gif, 'gif', name);
}

/** @param format name of both container and codec, as in ffmpeg. */
function animated(facts: AnimationFacts, format: string, name: string): Probe {
  const { width, height, needed, frames, times, duration, hasAlpha } = facts;
  if (frames > maxFrames) throw limitExceeded(name, `it has more than ${maxFrames.toLocaleString('en')} frames`);
  const pixels = needed.width * needed.height;
  if (pixels > maxMovingPicture || pixels * frames > maxMovingPixels) {
    const several = frames === 1 ? '' : `${frames} frames of `;
    throw limitExceeded(name, `${several}${needed.width} × ${needed.height} pixels are too many`);
  }
  const moves = frames > 1;
  return {
    ...nothing,
    ...clockFacts({ time_base: format === 'gif' ? '1/100' : '1/100000' }, { start_time: '0' }, times),
    kind: 'image',
    container: format,
    videoCodec: format,
    animated: moves,
    width,
    height,
    codedWidth: width,
    codedHeight: height,
    duration: moves ? duration : 0,
    fps: moves ? frames / duration : 0,
    hasAlpha,
    pixelFormat: 'bgra',
    ...(moves && facts.showsGround ? { showsGround: true } : {}),
  };
}
