import type { AnimationFacts } from './animationFacts.ts';

/** Delays below 2/100 s are shown as 1/10 s, as browsers and ffmpeg do. */
const minDelay = 2;
const defaultDelay = 10;

/**
 * Walks the blocks of a GIF (GIF89a specification, appendix B grammar).
 * @param data the whole file.
 * @returns undefined when it is no GIF; the frames found so far when it breaks off.
 */
export function walkGif(data: Uint8Array): AnimationFacts | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (data.length < 13 || String.fromCharCode(...data.subarray(0, 3)) !== 'GIF') return undefined;
  const size = { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  let needed = size;
  const times: number[] = [];
  let hundredths = 0;
  let at = 13 + tableSize(data[10] as number);
  let delay = 0;
  while (at < data.length) {
    const kind = data[at];
    if (kind === 0x21) {
      if (data[at + 1] === 0xf9 && at + 6 <= data.length) delay = view.getUint16(at + 4, true);
      at = skipBlocks(data, at + 2);
    } else if (kind === 0x2c && at + 10 <= data.length) {
      needed = grown(needed, view, at + 1);
      times.push(hundredths / 100);
      hundredths += delay < minDelay ? defaultDelay : delay;
      delay = 0;
      at = skipBlocks(data, at + 10 + tableSize(data[at + 9] as number) + 1);
    } else {
      break;
    }
  }
  return { ...size, needed, frames: times.length, times, duration: hundredths / 100 };
}

/** A canvas that also holds the frame whose place and size are written at `at`. */
function grown(canvas: AnimationFacts['needed'], view: DataView, at: number): AnimationFacts['needed'] {
  const end = (place: number, length: number) => view.getUint16(at + place, true) + view.getUint16(at + length, true);
  return { width: Math.max(canvas.width, end(0, 4)), height: Math.max(canvas.height, end(2, 6)) };
}

function tableSize(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function skipBlocks(data: Uint8Array, from: number): number {
  let at = from;
  while (at < data.length && data[at] !== 0) at += (data[at] as number) + 1;
  return at + 1;
}
