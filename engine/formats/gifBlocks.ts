import type { AnimationFacts } from './animationFacts.ts';
import { createClearWatch, type FrameBox } from './clearWatch.ts';
import { type FileWalk, viewOf, walkBytes } from './fileWalk.ts';
import { usesIndex } from './gifPixels.ts';

/** Delays below 2/100 s are shown as 1/10 s, as in browsers and ffmpeg. */
const minDelay = 2;
const defaultDelay = 10;

/** Bytes of frame data to read at a time. */
const pieceBytes = 16_384;

/** Pixels that are decoded to find transparent ones; further frames count as partly transparent if they may be. */
const mostDecoded = 20_000_000;

/**
 * Walks the blocks of a GIF (GIF89a specification, appendix B grammar).
 * @param most frames to count; the walk stops after one more.
 * @returns undefined if it is not a GIF; the frames found so far if it is truncated.
 */
export function* gifWalk(most = Number.POSITIVE_INFINITY): FileWalk<AnimationFacts | undefined> {
  const start = yield { at: 0, length: 13 };
  if (start.length < 13 || String.fromCharCode(...start.subarray(0, 3)) !== 'GIF') return undefined;
  const size = { width: viewOf(start).getUint16(6, true), height: viewOf(start).getUint16(8, true) };
  let needed = size;
  const times: number[] = [];
  let hundredths = 0;
  let at = 13 + tableSize(start[10] as number);
  let delay = 0;
  const hasGround = ((start[10] as number) & 0x80) !== 0;
  let control: FrameControl = { isCleared: false };
  let showsGround = false;
  const watch = createClearWatch(size);
  let decoded = 0;
  while (times.length <= most) {
    const block = yield { at, length: 10 };
    if (block[0] === 0x21) {
      if (block[1] === 0xf9 && block.length >= 7) {
        delay = viewOf(block).getUint16(4, true);
        control = controlOf(block);
      }
      at = yield* skipBlocks(at + 2);
    } else if (block[0] === 0x2c && block.length >= 10) {
      const { isCleared, clear } = control;
      const box = boxOf(viewOf(block));
      needed = {
        width: Math.max(needed.width, box.x + box.width),
        height: Math.max(needed.height, box.y + box.height),
      };
      const isBare = times.length === 0 && clear === undefined && !covers(box, size);
      if (hasGround && (isBare || (isCleared && clear !== start[11]))) showsGround = true;
      const data = at + 10 + tableSize(block[9] as number);
      let isOpaque = clear === undefined;
      if (clear !== undefined && decoded < mostDecoded && watch.dependsOn(box)) {
        const pixels = box.width * box.height;
        decoded += pixels;
        isOpaque = !(yield* usesIndex(data, clear, pixels));
      }
      watch.add({ ...box, isOpaque, blends: true, clears: isCleared });
      control = { isCleared: false };
      times.push(hundredths / 100);
      hundredths += delay < minDelay ? defaultDelay : delay;
      delay = 0;
      at = yield* skipBlocks(data + 1);
    } else {
      break;
    }
  }
  const ground = showsGround ? ({ showsGround: true } as const) : {};
  const hasAlpha = watch.hasAlpha();
  return { ...size, needed, frames: times.length, times, duration: hundredths / 100, hasAlpha, ...ground };
}

/** Properties of a frame from its graphic control extension. */
interface FrameControl {
  /** Whether the frame's area is cleared after it. */
  isCleared: boolean;
  /** Index of the transparent color in its table; absent: none. */
  clear?: number;
}

/** @param block a graphic control extension. */
function controlOf(block: Uint8Array): FrameControl {
  const flags = block[3] as number;
  return { isCleared: ((flags >> 2) & 7) === 2, ...(flags & 1 ? { clear: block[6] as number } : {}) };
}

/** Returns the place of a frame on the canvas. @param block its descriptor. */
function boxOf(block: DataView): FrameBox {
  const [x, y, width, height] = [1, 3, 5, 7].map((at) => block.getUint16(at, true)) as [number, number, number, number];
  return { x, y, width, height };
}

function covers({ x, y, width, height }: FrameBox, canvas: { width: number; height: number }): boolean {
  return x === 0 && y === 0 && width >= canvas.width && height >= canvas.height;
}

/** Measures a GIF in memory; see gifWalk. @param data the whole file. */
export function walkGif(data: Uint8Array): AnimationFacts | undefined {
  return walkBytes(gifWalk(), data);
}

function tableSize(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function* skipBlocks(from: number): FileWalk<number> {
  for (let at = from; ; ) {
    const piece = yield { at, length: pieceBytes };
    let next = 0;
    while (next < piece.length && piece[next] !== 0) next += (piece[next] as number) + 1;
    if (next < piece.length || piece.length === 0) return at + next + 1;
    at += next;
  }
}
