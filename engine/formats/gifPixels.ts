import type { FileWalk } from '../formats/fileWalk.ts';

/** Bytes of image data to read at a time. */
const pieceBytes = 16_384;
/** Maximum number of codes of a GIF's dictionary. */
const mostCodes = 4096;

/**
 * Returns whether a frame of a GIF uses a color index, or lacks pixels. Reads its LZW codes (GIF89a specification,
 * appendix F) without painting it, up to the first use.
 * @param at position of the image data, after its descriptor and color table. @param pixels of the frame.
 */
export function* usesIndex(at: number, index: number, pixels: number): FileWalk<boolean> {
  const [least = 12] = yield { at, length: 1 };
  // Codes have at most twelve bits.
  if (least > 11) return true;
  const codes = createCodes(least, index, pixels);
  for (let from = at + 1; ; ) {
    const piece = yield { at: from, length: pieceBytes };
    let next = 0;
    while (next < piece.length && next + (piece[next] as number) < piece.length) {
      const length = piece[next] as number;
      const isUsed = length === 0 ? true : codes.read(piece.subarray(next + 1, next + 1 + length));
      if (isUsed !== undefined) return isUsed;
      next += 1 + length;
    }
    if (next === 0) return true;
    from += next;
  }
}

/** Creates a reader of LZW codes, which keeps of each code only its length, its first index, and whether it has `index`. */
function createCodes(least: number, index: number, pixels: number) {
  const clear = 1 << least;
  const [lengths, firsts, uses] = [new Uint32Array(mostCodes), new Uint16Array(mostCodes), new Uint8Array(mostCodes)];
  for (let code = 0; code < clear; code += 1) {
    lengths[code] = 1;
    firsts[code] = code;
    uses[code] = code === index ? 1 : 0;
  }
  let [size, next, before] = [least + 1, clear + 2, -1];
  let [bits, count, found] = [0, 0, 0];
  const define = (code: number): void => {
    const last = firsts[code === next ? before : code] as number;
    lengths[next] = (lengths[before] as number) + 1;
    firsts[next] = firsts[before] as number;
    uses[next] = (uses[before] as number) || (last === index ? 1 : 0);
    next += 1;
    if (next === 1 << size && size < 12) size += 1;
  };
  /** @returns the answer; undefined if more codes are needed. */
  const take = (code: number): boolean | undefined => {
    if (code === clear) {
      [size, next, before] = [least + 1, clear + 2, -1];
      return undefined;
    }
    // The end before the last pixel, or damage.
    if (code === clear + 1 || code > next || (before < 0 && code > clear)) return true;
    if (before >= 0 && next < mostCodes) define(code);
    if (uses[code]) return true;
    count += lengths[code] as number;
    before = code;
    return count >= pixels ? false : undefined;
  };
  return {
    /** Reads one block of codes. @returns the answer; undefined if more blocks are needed. */
    read(block: Uint8Array): boolean | undefined {
      for (const byte of block) {
        found |= byte << bits;
        bits += 8;
        while (bits >= size) {
          const code = found & ((1 << size) - 1);
          found >>>= size;
          bits -= size;
          const answer = take(code);
          if (answer !== undefined) return answer;
        }
      }
      return undefined;
    },
  };
}
