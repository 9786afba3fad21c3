import { brotliCompressSync } from 'node:zlib';

/** A bar of a glyph, in thousandths of the font size, from the left end of the baseline to the right and up. */
export type Bar = readonly [x: number, y: number, width: number, height: number];

/**
 * Creates a WOFF2 font whose glyphs consist of bars, each as wide as the font is high. It replaces fonts that no
 * package here has, such as Chinese ones.
 * @param signs by letter of the Basic Multilingual Plane.
 */
export function signFont(signs: Readonly<Record<string, readonly Bar[]>>): Buffer {
  const letters = Object.entries(signs).sort(([a], [b]) => codeOf(a) - codeOf(b));
  const drawn: (readonly Bar[])[] = [[], ...letters.map(([, bars]) => bars)];
  const glyphs = drawn.map(glyphOf);
  const ends = [0];
  for (const glyph of glyphs) ends.push((ends.at(-1) as number) + glyph.length);
  const codes = letters.map(([letter]) => codeOf(letter));
  const most = Math.max(...letters.map(([, bars]) => bars.length));
  // Sorted by tag, as required; glyf and loca are adjacent.
  return woff2([
    ['OS/2', os2(codes)],
    ['cmap', cmap(codes)],
    ['glyf', Buffer.concat(glyphs)],
    ['head', head],
    [
      'hhea',
      Buffer.concat([u32(0x10000), u16(880, 65536 - 120, 0, 1000, 0, 0, 1000, 1), zeros(14), u16(glyphs.length)]),
    ],
    ['hmtx', Buffer.concat(drawn.map((bars) => u16(1000, bars.length > 0 ? Math.min(...bars.map(([x]) => x)) : 0)))],
    ['loca', u32(...ends)],
    ['maxp', Buffer.concat([u32(0x10000), u16(glyphs.length, 4 * most, most, 0, 0, 2), zeros(16)])],
    ['name', names('Signs')],
    ['post', Buffer.concat([u32(0x30000, 0), zeros(24)])],
  ]);
}

const codeOf = (letter: string) => letter.codePointAt(0) as number;
const zeros = (length: number) => Buffer.alloc(length);

function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, 2 * i);
  return bytes;
}

function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * i);
  return bytes;
}

/** Each bar is a contour of four corners. */
function glyphOf(bars: readonly Bar[]): Buffer {
  if (bars.length === 0) return zeros(0);
  const [xs, ys]: [number[], number[]] = [[], []];
  for (const [x, y, width, height] of bars) {
    xs.push(x, x, x + width, x + width);
    ys.push(y, y + height, y + height, y);
  }
  const steps = (places: number[]) => places.map((place, i) => place - (places[i - 1] ?? 0));
  const corners = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const ends = bars.map((_, i) => 4 * i + 3);
  const outline = [
    u16(bars.length, ...corners, ...ends, 0),
    Buffer.alloc(xs.length, 1),
    u16(...steps(xs), ...steps(ys)),
  ];
  const bytes = Buffer.concat(outline);
  return Buffer.concat([bytes, zeros((4 - (bytes.length % 4)) % 4)]);
}

const head = Buffer.concat([
  ...[u32(0x10000, 0x10000, 0, 0x5f0f3cf5), u16(3, 1000), zeros(16)],
  ...[u16(0, 65536 - 120, 1000, 880), u16(0, 8, 2, 1, 0)],
]);

function os2(codes: readonly number[]): Buffer {
  const [first, last] = [codes[0] as number, codes.at(-1) as number];
  return Buffer.concat([
    ...[u16(3, 1000, 400, 5, 0), u16(650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0), zeros(10), u32(0, 0, 0, 0)],
    ...[Buffer.from('none'), u16(0x40, first, last, 880, 65536 - 120, 0, 880, 120), u32(0, 0), u16(500, 700, 0, 32, 1)],
  ]);
}

/** Format 4, with a segment per letter. */
function cmap(codes: readonly number[]): Buffer {
  const ends = [...codes, 0xffff];
  const power = 2 ** Math.floor(Math.log2(ends.length));
  const search = [2 * power, Math.log2(power), 2 * (ends.length - power)];
  const shifts = [...codes.map((code, i) => i + 1 - code), 1];
  const body = u16(0, 2 * ends.length, ...search, ...ends, 0, ...ends, ...shifts, ...ends.map(() => 0));
  return Buffer.concat([u16(0, 1, 3, 1), u32(12), u16(4, body.length + 4), body]);
}

function names(family: string): Buffer {
  const text = Buffer.from(family, 'utf16le').swap16();
  const ids = [1, 2, 4, 6];
  const records = ids.map((id) => u16(3, 1, 0x409, id, text.length, 0));
  return Buffer.concat([u16(0, ids.length, 6 + 12 * ids.length), ...records, text]);
}

/** Known table tags of WOFF2 in the order of their numbers (W3C WOFF 2.0, section 4.1). */
const known = ['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name', 'OS/2', 'post', 'cvt ', 'fpgm', 'glyf', 'loca'];

/** Writes the tables without transformation. */
function woff2(tables: readonly (readonly [tag: string, bytes: Buffer])[]): Buffer {
  const entries = tables.map(([tag, bytes]) => {
    const asItIs = tag === 'glyf' || tag === 'loca' ? 0xc0 : 0;
    return Buffer.concat([Buffer.from([asItIs | known.indexOf(tag)]), base128(bytes.length)]);
  });
  const packed = brotliCompressSync(Buffer.concat(tables.map(([, bytes]) => bytes)));
  const directory = Buffer.concat(entries);
  const end = 48 + directory.length + packed.length;
  const padded = (length: number) => Math.ceil(length / 4) * 4;
  const plain = tables.reduce((sum, [, bytes]) => sum + padded(bytes.length), 12 + 16 * tables.length);
  const header = [
    ...[Buffer.from('wOF2'), u32(0x10000, padded(end)), u16(tables.length, 0), u32(plain, packed.length)],
    ...[u16(1, 0), zeros(20)],
  ];
  return Buffer.concat([...header, directory, packed, zeros(padded(end) - end)]);
}

function base128(value: number): Buffer {
  const bytes = [value & 127];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift(0x80 | (rest & 127));
  return Buffer.from(bytes);
}
