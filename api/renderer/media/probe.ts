import { stat } from 'node:fs/promises';
import { imageSizeFromFile } from 'image-size/fromFile';
import { animationWalk, avifWalk } from '../../../engine/project/animatedPicture.ts';
import type { AnimationFacts } from '../../../engine/project/animationFacts.ts';
import { gifWalk } from '../../../engine/project/gifBlocks.ts';
import type { MediaFacts } from '../../../engine/project/media.ts';
import { expectFewBoxes } from './boxWalk.ts';
import { clockFacts } from './clock.ts';
import { pictureHeaderWalk } from './pictureHeaders.ts';
import { orientationWalk } from './pictureOrientation.ts';
import { type PictureSize, statedSize } from './pictureSize.ts';
import { noStreams, probeStreams, type StreamFacts } from './probeStreams.ts';
import { type Sniffed, sniffFile } from './sniff.ts';
import { tooMuch } from './tooMuch.ts';
import { shownName, unreadable } from './unreadable.ts';
import { readStart, walkFile } from './walkFile.ts';

/** Everything the renderer knows of a media file before it decodes it. */
export interface Probe extends Omit<MediaFacts, 'hasAlpha' | 'fps' | 'audioTrack' | 'audioTracks'>, StreamFacts {
  /** Container as ffmpeg names it, such as "mov" or "matroska". */
  container: string;
  /** Size of the file, bytes. */
  size: number;
  /** How a picture is turned to be shown, as EXIF counts, 1 to 8; absent for what moves. */
  orientation?: number;
  /** It has more pictures than the one that is shown: an animated AVIF. */
  showsFirstOnly?: true;
  /** A moving GIF in which ffmpeg shows the background color where browsers show clear pixels. */
  showsGround?: true;
}

/** Largest picture, pixels. */
export const maxPicture = 50_000_000;
/** The largest frame of an animated one, and the most pixels of all its frames together. */
const maxMovingPicture = 16_000_000;
const maxMovingPixels = 2_500_000_000;
/** Each frame is decoded, and of some formats encoded, by itself, however small it is. */
const maxFrames = 20_000;
/** Far more blocks or chunks than the frames of a moving picture have. */
const mostPictureParts = 500_000;
/** An AVIF has a few dozen boxes; its header is read in one go. */
const mostPictureBoxes = 20_000;
/** So far into a picture is looked for what says that pixels may be clear, bytes. */
const alphaHeader = 65_536;
/** So far into a photograph its size is looked for, bytes. */
const maxHeader = 16_000_000;

/**
 * Measures a media file. Headers are read first and by us, so a picture that would fill the memory is refused
 * before any decoder sees it.
 * @throws ProblemError media.missing or media.unreadable, with a sentence that names the file; caused by TooMuchError where
 * the file is good.
 */
export async function probeFile(path: string, options: { signal?: AbortSignal } = {}): Promise<Probe> {
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
  const ours = await walkFile(pictureHeaderWalk(), path, mostPictureParts);
  // Photographs may carry more notes before their picture than the reader of headers looks at first.
  const header = ours ?? (await headerOf(path));
  if (!header?.width || !header.height) throw unreadable(name, 'its header is damaged');
  if (header.width * header.height > maxPicture)
    throw tooMuch(name, `${header.width} × ${header.height} pixels are too many`);
  const moves = sniffed.mime === 'image/avif' && (await walkFile(avifWalk(), path, mostPictureParts)) > 1;
  const isStated = ours !== undefined || sniffed.extension === 'jpg';
  const orientation = (isStated ? header.orientation : await walkFile(orientationWalk(), path, mostPictureParts)) ?? 1;
  const rotated = orientation >= 5;
  return {
    ...nothing,
    kind: 'image',
    // An animated one of one frame is a still.
    container: sniffed.demuxer === 'apng' ? 'png_pipe' : sniffed.demuxer,
    videoCodec: sniffed.extension,
    width: rotated ? header.height : header.width,
    height: rotated ? header.width : header.height,
    codedWidth: header.width,
    codedHeight: header.height,
    orientation,
    hasAlpha: ours ? ours.hasAlpha : mayBeClear(await readStart(path, alphaHeader), sniffed.extension),
    ...(moves ? { showsFirstOnly: true as const } : {}),
  };
}

async function headerOf(path: string): Promise<Partial<PictureSize> | undefined> {
  const header = await imageSizeFromFile(path)
    .catch(async () => statedSize(await readStart(path, maxHeader)))
    .catch((error: NodeJS.ErrnoException) => {
      // What the system says is not the file's fault.
      if (error.code !== undefined) throw error;
    });
  return header ?? undefined;
}

/** Whether pixels of a picture may be clear, as far as its header tells. */
function mayBeClear(header: Uint8Array, extension: string): boolean {
  const bytes = Buffer.from(header);
  if (extension === 'png') {
    // Types 4 and 6 have a channel of alpha (PNG 3rd edition, §11.2.1); of the others a chunk says which color is clear.
    const type = bytes[25] as number;
    return type === 4 || type === 6 || type === 3 || bytes.includes('tRNS', 0, 'latin1');
  }
  if (extension === 'webp') {
    // WebP container specification, “Extended File Format”; lossless bitstream specification, §3.
    const kind = bytes.toString('latin1', 12, 16);
    return kind === 'VP8X'
      ? ((bytes[20] as number) & 0x10) !== 0
      : kind === 'VP8L' && ((bytes[24] as number) & 0x10) !== 0;
  }
  return !['jpg', 'bmp'].includes(extension);
}

async function probeGif(path: string, name: string): Promise<Probe> {
  const gif = await walkFile(gifWalk(maxFrames), path, mostPictureParts);
  if (!gif || gif.frames === 0 || gif.width === 0 || gif.height === 0) throw unreadable(name, 'its header is damaged');
  return animated(gif, 'gif', name);
}

/** @param format its container and its codec, as ffmpeg names both. */
function animated(facts: AnimationFacts, format: string, name: string): Probe {
  const { width, height, needed, frames, times, duration } = facts;
  if (frames > maxFrames) throw tooMuch(name, `it has more than ${maxFrames.toLocaleString('en')} frames`);
  const pixels = needed.width * needed.height;
  if (pixels > maxMovingPicture || pixels * frames > maxMovingPixels) {
    const several = frames === 1 ? '' : `${frames} frames of `;
    throw tooMuch(name, `${several}${needed.width} × ${needed.height} pixels are too many`);
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
    hasAlpha: true,
    pixelFormat: 'bgra',
    ...(moves && facts.showsGround ? { showsGround: true } : {}),
  };
}
