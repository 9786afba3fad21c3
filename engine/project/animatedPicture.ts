import type { AnimationFacts } from './animationFacts.ts';
import { walkGif } from './gifBlocks.ts';

/** One frame of an animated WebP. */
export interface WebpFrame {
  /** Where it stands on the canvas, pixels. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** Seconds, as browsers show it. */
  duration: number;
  /** Whether it is drawn over what was there, rather than in its place. */
  blends: boolean;
  /** Whether its place is cleared after it. */
  clears: boolean;
  /** Where its chunks are in the file: first byte, and that after the last. */
  from: number;
  to: number;
}

/** Frames of at most this many seconds are shown for `shownDelay`, as browsers do. */
const leastDelay = 0.01;
const shownDelay = 0.1;

/**
 * Measures a GIF, PNG or WebP of several frames.
 * @param data the whole file.
 * @returns undefined for anything else, and for a picture that does not move; of a file that breaks off the frames found so far.
 */
export function measureAnimation(data: Uint8Array): AnimationFacts | undefined {
  const found = walkGif(data) ?? walkPng(data) ?? walkWebp(data);
  return found && found.frames > 1 ? found : undefined;
}

/** Walks the chunks of a PNG (PNG 3rd edition, §11.3.6): its frames say how long they are shown. */
function walkPng(data: Uint8Array): AnimationFacts | undefined {
  const view = viewOf(data);
  if (data.length < 33 || tagAt(data, 1) !== 'PNG\r' || tagAt(data, 12) !== 'IHDR') return undefined;
  const size = { width: view.getUint32(16), height: view.getUint32(20) };
  let [duration, isAnimated] = [0, false];
  const times: number[] = [];
  for (let at = 8; at + 12 <= data.length; at += 12 + view.getUint32(at)) {
    const tag = tagAt(data, at + 4);
    if (tag === 'IEND' || (tag === 'IDAT' && !isAnimated)) break;
    if (tag === 'acTL') isAnimated = true;
    if (tag !== 'fcTL' || at + 34 > data.length) continue;
    times.push(duration);
    duration += delayOf(view.getUint16(at + 28), view.getUint16(at + 30));
  }
  return { ...size, needed: size, frames: times.length, times, duration };
}

function walkWebp(data: Uint8Array): AnimationFacts | undefined {
  const found = webpFrames(data);
  if (!found) return undefined;
  const { frames, ...size } = found;
  let duration = 0;
  const times = frames.map((one) => {
    duration += one.duration;
    return duration - one.duration;
  });
  return { ...size, needed: size, frames: frames.length, times, duration };
}

/** The frames of an animated WebP (WebP container specification); undefined for anything else. */
export function webpFrames(data: Uint8Array): { width: number; height: number; frames: WebpFrame[] } | undefined {
  const view = viewOf(data);
  if (data.length < 30 || tagAt(data, 0) !== 'RIFF' || tagAt(data, 8) !== 'WEBP' || tagAt(data, 12) !== 'VP8X')
    return undefined;
  const threeBytes = (at: number) => view.getUint16(at, true) + 65_536 * view.getUint8(at + 2);
  const isAnimated = (view.getUint8(20) & 2) > 0;
  if (!isAnimated) return undefined;
  const frames: WebpFrame[] = [];
  for (let at = 12; at + 8 <= data.length; ) {
    const length = view.getUint32(at + 4, true);
    if (tagAt(data, at) === 'ANMF' && length >= 16 && at + 24 <= data.length) {
      const flags = view.getUint8(at + 23);
      frames.push({
        ...{ x: 2 * threeBytes(at + 8), y: 2 * threeBytes(at + 11) },
        ...{ width: 1 + threeBytes(at + 14), height: 1 + threeBytes(at + 17) },
        duration: delayOf(threeBytes(at + 20), 1000),
        blends: (flags & 2) === 0,
        clears: (flags & 1) > 0,
        from: at + 24,
        to: Math.min(data.length, at + 8 + length),
      });
    }
    at += 8 + length + (length % 2);
  }
  return { width: 1 + threeBytes(24), height: 1 + threeBytes(27), frames };
}

/** Where the number of an AVIF's pictures stands: each box within the one before (ISO/IEC 14496-12). */
const toSampleSizes = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsz'];

/**
 * How many pictures an animated AVIF has. It is not played here: of its pictures the first one is shown.
 * @param data the whole file. @returns 0 for anything else.
 */
export function avifFrames(data: Uint8Array): number {
  const view = viewOf(data);
  if (data.length < 16 || tagAt(data, 4) !== 'ftyp' || !/^avi[fs]$/.test(tagAt(data, 8))) return 0;
  let [at, end] = [0, data.length];
  for (const tag of toSampleSizes) {
    while (at + 8 <= end && tagAt(data, at + 4) !== tag) {
      const size = view.getUint32(at);
      if (size < 8) return 0;
      at += size;
    }
    if (at + 20 > end) return 0;
    end = Math.min(end, at + view.getUint32(at));
    at += 8;
  }
  // After its version and flags, and the one size of all.
  return at + 12 <= end ? view.getUint32(at + 8) : 0;
}

/** How long a frame is shown, seconds. @param count,per as a fraction of a second; a PNG may say 0 for 100. */
export function delayOf(count: number, per: number): number {
  const seconds = count / (per || 100);
  return seconds <= leastDelay ? shownDelay : seconds;
}

function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}

function tagAt(data: Uint8Array, at: number): string {
  return String.fromCharCode(...data.subarray(at, at + 4));
}
