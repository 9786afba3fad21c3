import { isFontHead } from '../../engine/formats/fontFormat.ts';
import { readWoff2, unpack } from './woff2.ts';

/** More tables than any font has. */
const MOST_TABLES = 200;
/** Tables required to draw glyphs. */
const needed = ['cmap', 'head', 'hhea', 'hmtx', 'maxp'];
/** Tables with outlines; one of them is required. */
const outlines = ['glyf', 'CFF ', 'CFF2'];

/** Tables of a font by tag; in a WOFF2 file, some are transformed. */
export type FontTables = ReadonlyMap<string, Buffer>;

/** Parses the table directory of a TrueType, OpenType or WOFF2 file. @throws Error if it is invalid. */
export async function readFont(file: Buffer): Promise<FontTables> {
  if (!isFontHead(file)) throw new Error('This is not a font.');
  return file.toString('latin1', 0, 4) === 'wOF2' ? unpacked(file) : plain(file);
}

/** Checks whether a file is a usable font. @throws Error if it is not. */
export async function checkFont(file: Buffer): Promise<void> {
  const tables = await readFont(file);
  if (!needed.every((tag) => tables.has(tag)) || !outlines.some((tag) => tables.has(tag)))
    throw new Error('A table is missing.');
  const unitsPerEm = tables.get('head')?.readUInt16BE(18) ?? 0;
  const glyphs = tables.get('maxp')?.readUInt16BE(4) ?? 0;
  if (unitsPerEm < 16 || unitsPerEm > 16_384 || glyphs === 0) throw new Error('A metric is out of range.');
}

async function unpacked(file: Buffer): Promise<FontTables> {
  const font = readWoff2(file);
  if (font.tables.length > MOST_TABLES) throw new Error('There are too many tables.');
  const all = await unpack(font);
  return new Map(font.tables.map(({ tag, from, length }) => [tag, slice(all, from, length)]));
}

function plain(file: Buffer): FontTables {
  const count = file.readUInt16BE(4);
  if (count > MOST_TABLES) throw new Error('There are too many tables.');
  const records = Array.from({ length: count }, (_, i) => 12 + 16 * i);
  return new Map(
    records.map((at) => [
      file.toString('latin1', at, at + 4),
      slice(file, file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)),
    ]),
  );
}

function slice(all: Buffer, from: number, length: number): Buffer {
  if (from + length > all.length) throw new Error('A table ends after the file.');
  return all.subarray(from, from + length);
}
