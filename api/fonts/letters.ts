import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

/** Tags of tables that a WOFF2 file names by a number; the rest have their own names or are of no use here. */
const knownTags = ['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name', 'OS/2', 'post', 'cvt ', 'fpgm', 'glyf', 'loca'];
const [GLYF, LOCA] = [10, 11];
/** Most bytes that a font may unpack to. */
const MAX_FONT_BYTES = 64_000_000;

const read = new Map<string, (code: number) => boolean>();

/**
 * Which letters a font file has, by code point.
 * @param path of a WOFF2 file. A file that cannot be read has none.
 */
export function lettersOf(path: string): (code: number) => boolean {
  const known = read.get(path);
  if (known) return known;
  let found: (code: number) => boolean = () => false;
  try {
    found = readMap(tableOf(readFileSync(path), 'cmap'));
  } catch {
    // It is painted with nothing of it, so it has no letters.
  }
  read.set(path, found);
  return found;
}

/** A table of a WOFF2 file (W3C WOFF 2.0, sections 4 and 5). @throws Error when it is damaged. */
function tableOf(file: Buffer, wanted: string): Buffer {
  const tables = file.readUInt16BE(12);
  const packed = file.readUInt32BE(20);
  let at = 48;
  const base128 = () => {
    let value = 0;
    for (let i = 0; i < 5; i += 1) {
      const byte = file.readUInt8(at++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
    throw new Error('A number is too long.');
  };
  let [start, place] = [0, undefined as { from: number; to: number } | undefined];
  for (let i = 0; i < tables; i += 1) {
    const flags = file.readUInt8(at++);
    const kind = flags & 63;
    const tag = kind === 63 ? file.toString('latin1', at, at + 4) : knownTags[kind];
    if (kind === 63) at += 4;
    const [original, version] = [base128(), flags >> 6];
    const isPlain = kind === GLYF || kind === LOCA ? version === 3 : version === 0;
    const length = isPlain ? original : base128();
    if (tag === wanted) place = { from: start, to: start + length };
    start += length;
  }
  if (!place) throw new Error('The table is not there.');
  const unpacked = brotliDecompressSync(file.subarray(at, at + packed), { maxOutputLength: MAX_FONT_BYTES });
  return unpacked.subarray(place.from, place.to);
}

/** Reads the segments of a cmap table, formats 4 and 12, in which all fonts of today have their letters. */
function readMap(table: Buffer): (code: number) => boolean {
  const maps = Array.from({ length: table.readUInt16BE(2) }, (_, i) => table.subarray(table.readUInt32BE(8 + 8 * i)));
  const long = maps.find((map) => map.readUInt16BE(0) === 12);
  if (long) return longMap(long);
  const short = maps.find((map) => map.readUInt16BE(0) === 4);
  return short ? shortMap(short) : () => false;
}

function longMap(map: Buffer): (code: number) => boolean {
  const count = map.readUInt32BE(12);
  const groups = Array.from({ length: count }, (_, i) => [
    map.readUInt32BE(16 + 12 * i),
    map.readUInt32BE(20 + 12 * i),
  ]);
  return (code) => groups.some(([from = 0, to = 0]) => code >= from && code <= to);
}

function shortMap(map: Buffer): (code: number) => boolean {
  const size = map.readUInt16BE(6);
  const [ends, starts, deltas, offsets] = [14, 16 + size, 16 + 2 * size, 16 + 3 * size] as const;
  return (code) => {
    for (let i = 0; i < size; i += 2) {
      const start = map.readUInt16BE(starts + i);
      if (code > map.readUInt16BE(ends + i) || code < start) continue;
      const offset = map.readUInt16BE(offsets + i);
      if (offset === 0) return ((code + map.readUInt16BE(deltas + i)) & 0xffff) !== 0;
      return map.readUInt16BE(offsets + i + offset + 2 * (code - start)) !== 0;
    }
    return false;
  };
}
