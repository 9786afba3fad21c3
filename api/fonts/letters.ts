import { readFile } from 'node:fs/promises';
import { readFont } from './readFont.ts';

/** Whether a font has the character of a code point. */
export type HasLetter = (code: number) => boolean;

const read = new Map<string, Promise<HasLetter>>();

/**
 * Returns the characters that a font file has; each file is read once.
 * @param path of a WOFF2, TrueType or OpenType file. An unreadable file has none.
 */
export function lettersOf(path: string): Promise<HasLetter> {
  const found = read.get(path) ?? readLetters(path);
  read.set(path, found);
  return found;
}

/** The same without a cache, for a temporary file. */
export async function readLetters(path: string): Promise<HasLetter> {
  try {
    const map = (await readFont(await readFile(path))).get('cmap');
    if (!map) throw new Error('The table is missing.');
    return readMap(map);
  } catch {
    // A broken font paints nothing, so it has no characters.
    return () => false;
  }
}

/** Parses a cmap table, formats 4 and 12, which all current fonts use. */
function readMap(table: Buffer): HasLetter {
  const maps = Array.from({ length: table.readUInt16BE(2) }, (_, i) => table.subarray(table.readUInt32BE(8 + 8 * i)));
  const long = maps.find((map) => map.readUInt16BE(0) === 12);
  if (long) return longMap(long);
  const short = maps.find((map) => map.readUInt16BE(0) === 4);
  return short ? shortMap(short) : () => false;
}

/** Returns the first of the sorted segments that ends at or after a code point. */
function segmentOf(code: number, count: number, endOf: (i: number) => number): number {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (endOf(middle) < code) from = middle + 1;
    else to = middle;
  }
  return from;
}

function longMap(map: Buffer): HasLetter {
  const count = map.readUInt32BE(12);
  const startOf = (i: number) => map.readUInt32BE(16 + 12 * i);
  const endOf = (i: number) => map.readUInt32BE(20 + 12 * i);
  if (count > 0) endOf(count - 1);
  return (code) => {
    const i = segmentOf(code, count, endOf);
    return i < count && startOf(i) <= code;
  };
}

function shortMap(map: Buffer): HasLetter {
  const size = map.readUInt16BE(6);
  const [ends, starts, deltas, offsets] = [14, 16 + size, 16 + 2 * size, 16 + 3 * size] as const;
  if (size > 0) map.readUInt16BE(offsets + size - 2);
  return (code) => {
    const i = 2 * segmentOf(code, size / 2, (at) => map.readUInt16BE(ends + 2 * at));
    if (code > 0xffff || i >= size || code < map.readUInt16BE(starts + i)) return false;
    const offset = map.readUInt16BE(offsets + i);
    if (offset === 0) return ((code + map.readUInt16BE(deltas + i)) & 0xffff) !== 0;
    const place = offsets + i + offset + 2 * (code - map.readUInt16BE(starts + i));
    return place + 2 <= map.length && map.readUInt16BE(place) !== 0;
  };
}
