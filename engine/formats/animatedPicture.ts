import type { AnimationFacts } from './animationFacts.ts';
import { createClearWatch, type DrawnFrame, type FrameBox } from './clearWatch.ts';
import { type FileWalk, viewOf, walkBytes } from './fileWalk.ts';
import { gifWalk } from './gifBlocks.ts';

/** One frame of an animated WebP. */
export interface WebpFrame extends DrawnFrame {
  /** Duration in seconds, as browsers show it. */
  duration: number;
  /** Byte range of its chunks in the file, end exclusive; the last byte may be missing. */
  from: number;
  to: number;
}

/** Browsers show frames of at most `leastDelay` seconds for `shownDelay` seconds. */
const leastDelay = 0.01;
const shownDelay = 0.1;

/**
 * Measures an animated GIF, PNG or WebP.
 * @param most frames to count; the walk stops after one more.
 * @returns undefined for other files and for still images; the frames found so far if the file is truncated.
 */
export function* animationWalk(most = Number.POSITIVE_INFINITY): FileWalk<AnimationFacts | undefined> {
  const found = (yield* gifWalk(most)) ?? (yield* pngWalk(most)) ?? (yield* webpTimes(most));
  return found && found.frames > 1 ? found : undefined;
}

/** Measures an animation in memory; see animationWalk. @param data the whole file. */
export function measureAnimation(data: Uint8Array): AnimationFacts | undefined {
  return walkBytes(animationWalk(), data);
}

/**
 * Walks the chunks of a PNG, whose frame control chunks hold the delays (PNG 3rd edition, §11.3.6).
 * @param most frames to count; the walk stops after one more.
 * @returns undefined for anything else; no frames for a still image.
 */
export function* pngWalk(most = Number.POSITIVE_INFINITY): FileWalk<AnimationFacts | undefined> {
  const start = yield { at: 0, length: 33 };
  if (start.length < 33 || tagAt(start, 1) !== 'PNG\r' || tagAt(start, 12) !== 'IHDR') return undefined;
  const size = { width: viewOf(start).getUint32(16), height: viewOf(start).getUint32(20) };
  // Types 4 and 6 have an alpha channel (§11.2.1); in the others, a tRNS chunk names transparent colors.
  let isOpaque = !((start[25] as number) & 4);
  let [at, duration, isAnimated] = [8, 0, false];
  const times: number[] = [];
  const drawn: Omit<DrawnFrame, 'isOpaque'>[] = [];
  while (times.length <= most) {
    const chunk = yield { at, length: 34 };
    if (chunk.length < 12) break;
    const tag = tagAt(chunk, 4);
    if (tag === 'IEND' || (tag === 'IDAT' && !isAnimated)) break;
    if (tag === 'acTL') isAnimated = true;
    if (tag === 'tRNS') isOpaque = false;
    at += 12 + viewOf(chunk).getUint32(0);
    if (tag !== 'fcTL' || chunk.length < 34) continue;
    times.push(duration);
    drawn.push(pngFrame(chunk));
    duration += delayOf(viewOf(chunk).getUint16(28), viewOf(chunk).getUint16(30));
  }
  const frames = drawn.map((frame) => ({ ...frame, isOpaque }));
  const hasAlpha = !isOpaque || (drawn.length > 0 && mayBeClear(size, frames));
  return { ...size, needed: size, frames: times.length, times, duration, hasAlpha };
}

/** @param chunk a frame control chunk. */
function pngFrame(chunk: Uint8Array): Omit<DrawnFrame, 'isOpaque'> {
  const [width, height, x, y] = [12, 16, 20, 24].map((at) => viewOf(chunk).getUint32(at));
  const box = { x, y, width, height } as FrameBox;
  return { ...box, clears: chunk[32] === 1, blends: chunk[33] === 1 };
}

function mayBeClear(canvas: { width: number; height: number }, frames: readonly DrawnFrame[]): boolean {
  const watch = createClearWatch(canvas);
  for (const frame of frames) watch.add(frame);
  return watch.hasAlpha();
}

/** Returns whether a GIF, PNG or WebP may have transparent pixels; undefined for other files. */
export function* alphaWalk(most = Number.POSITIVE_INFINITY): FileWalk<boolean | undefined> {
  const found = (yield* gifWalk(most)) ?? (yield* pngWalk(most));
  return found ? found.hasAlpha : yield* webpAlpha(most);
}

/** The flag of an extended WebP (WebP container specification). */
function* webpAlpha(most: number): FileWalk<boolean | undefined> {
  const start = yield { at: 0, length: 30 };
  if (start.length < 25 || tagAt(start, 0) !== 'RIFF' || tagAt(start, 8) !== 'WEBP') return undefined;
  if (tagAt(start, 12) !== 'VP8X') return hasAlphaAt(start, 12);
  // Frames that do not fill the canvas leave transparent pixels, though the flag may not say so.
  const animation = yield* webpWalk(most);
  return animation?.hasAlpha || ((start[20] as number) & 0x10) !== 0;
}

function* webpTimes(most: number): FileWalk<AnimationFacts | undefined> {
  const found = yield* webpWalk(most);
  if (!found) return undefined;
  const { frames, hasAlpha, ...size } = found;
  let duration = 0;
  const times = frames.map((one) => {
    duration += one.duration;
    return duration - one.duration;
  });
  return { ...size, needed: size, frames: frames.length, times, duration, hasAlpha };
}

/**
 * Walks the frames of an animated WebP (WebP container specification).
 * @param most frames to count; the walk stops after one more.
 * @returns undefined for anything else.
 */
export function* webpWalk(
  most = Number.POSITIVE_INFINITY,
): FileWalk<{ width: number; height: number; frames: WebpFrame[]; hasAlpha: boolean } | undefined> {
  const start = yield { at: 0, length: 30 };
  const isExtended = tagAt(start, 0) === 'RIFF' && tagAt(start, 8) === 'WEBP' && tagAt(start, 12) === 'VP8X';
  if (start.length < 30 || !isExtended) return undefined;
  const isAnimated = (viewOf(start).getUint8(20) & 2) > 0;
  if (!isAnimated) return undefined;
  const frames: WebpFrame[] = [];
  for (let at = 12; frames.length <= most; ) {
    const chunk = yield { at, length: 37 };
    if (chunk.length < 8) break;
    const length = viewOf(chunk).getUint32(4, true);
    if (tagAt(chunk, 0) === 'ANMF' && length >= 16 && chunk.length >= 24) frames.push(webpFrame(chunk, at, length));
    at += 8 + length + (length % 2);
  }
  const size = { width: 1 + threeBytes(start, 24), height: 1 + threeBytes(start, 27) };
  return { ...size, frames, hasAlpha: mayBeClear(size, frames) };
}

function webpFrame(chunk: Uint8Array, at: number, length: number): WebpFrame {
  const flags = chunk[23] as number;
  return {
    ...{ x: 2 * threeBytes(chunk, 8), y: 2 * threeBytes(chunk, 11) },
    ...{ width: 1 + threeBytes(chunk, 14), height: 1 + threeBytes(chunk, 17) },
    duration: delayOf(threeBytes(chunk, 20), 1000),
    isOpaque: !hasAlphaAt(chunk, 24),
    blends: (flags & 2) === 0,
    clears: (flags & 1) > 0,
    from: at + 24,
    to: at + 8 + length,
  };
}

/**
 * Whether the image data of a WebP may be transparent: a lossy image has a separate alpha chunk before it, a lossless
 * one a bit in its header (WebP lossless bitstream specification, §3).
 */
function hasAlphaAt(data: Uint8Array, at: number): boolean {
  const tag = tagAt(data, at);
  return tag === 'VP8L' ? ((data[at + 12] ?? 0x10) & 0x10) !== 0 : tag !== 'VP8 ';
}

function threeBytes(data: Uint8Array, at: number): number {
  return viewOf(data).getUint16(at, true) + 65_536 * (data[at + 2] as number);
}

/** Bytes of an ISO file that hold its list of brands. */
const mostBrands = 256;

/**
 * Returns whether one of the brands of an ISO file is AVIF: the first one may be any brand of HEIF (ISO/IEC 14496-12,
 * §4.3).
 * @param start the first bytes of the file, 256 or all.
 */
export function isAvif(start: Uint8Array): boolean {
  if (start.length < 16 || tagAt(start, 4) !== 'ftyp') return false;
  const end = Math.min(start.length, viewOf(start).getUint32(0));
  for (let at = 8; at + 4 <= end; at += 4) if (/^avi[fs]$/.test(tagAt(start, at))) return true;
  return false;
}

/** Nested boxes that lead to the number of frames of an AVIF (ISO/IEC 14496-12). */
const toSampleSizes = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsz'];

/** Counts the frames of an animated AVIF, of which only the first is shown. Returns 0 for anything else. */
export function* avifWalk(): FileWalk<number> {
  if (!isAvif(yield { at: 0, length: mostBrands })) return 0;
  let [at, end] = [0, Number.POSITIVE_INFINITY];
  for (const tag of toSampleSizes) {
    let box = yield { at, length: 16 };
    while (box.length >= 8 && at + 8 <= end && tagAt(box, 4) !== tag) {
      const size = boxSize(box);
      if (size < 8) return 0;
      at += size;
      box = yield { at, length: 16 };
    }
    if (box.length < 8 || at + 20 > end) return 0;
    end = Math.min(end, at + viewOf(box).getUint32(0));
    at += 8;
  }
  // Skips version and flags, and the common sample size.
  const sizes = yield { at, length: 12 };
  return sizes.length === 12 && at + 12 <= end ? viewOf(sizes).getUint32(8) : 0;
}

/** Returns the length of a box in bytes: a length of 1 means that 64 bits follow its type; 0 if it has none. */
function boxSize(box: Uint8Array): number {
  const size = viewOf(box).getUint32(0);
  return size === 1 && box.length >= 16 ? Number(viewOf(box).getBigUint64(8)) : size;
}

/** Counts the frames of an AVIF in memory; see avifWalk. @param data the whole file. */
export function avifFrames(data: Uint8Array): number {
  return walkBytes(avifWalk(), data);
}

/** Returns the duration of a frame in seconds. @param count,per a fraction of a second; a PNG may write 0 for 100. */
export function delayOf(count: number, per: number): number {
  const seconds = count / (per || 100);
  return seconds <= leastDelay ? shownDelay : seconds;
}

function tagAt(data: Uint8Array, at: number): string {
  return String.fromCharCode(...data.subarray(at, at + 4));
}
