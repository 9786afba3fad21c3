import { readWoff2, unpackSync, writeWoff2 } from './woff2.ts';

/** Size of the header of a transformed glyf table, in bytes. */
const GLYF_HEAD = 36;
/** Larger files, such as complete emoji fonts, would take seconds and are left unchanged. */
const MOST_BYTES = 1_000_000;

/**
 * Appends an empty glyph to a WOFF2 font. Skia with FreeType does not show the last glyph of such files, which is the
 * exclamation mark in one font and a letter in others.
 * @returns undefined if no glyph is lost, because outlines are not transformed or the last glyph is empty, and for
 * files over a megabyte.
 * @throws Error if the font is damaged.
 */
export function withSpareGlyph(file: Buffer): Buffer | undefined {
  if (file.length > MOST_BYTES) return undefined;
  const font = readWoff2(file);
  const glyf = font.tables.find(({ tag }) => tag === 'glyf');
  if (!glyf || glyf.version === 3) return undefined;
  const all = unpackSync(font);
  const bytesOf = ({ from, length }: { from: number; length: number }) => all.subarray(from, from + length);
  const outlines = bytesOf(glyf);
  const count = outlines.readUInt16BE(4);
  const last = outlines.readInt16BE(GLYF_HEAD + 2 * (count - 1));
  if (last === 0 || count >= 0xffff) return undefined;
  const isLong = outlines.readUInt16BE(6) === 1;
  return writeWoff2(
    font,
    font.tables.map((table) => {
      const bytes = longer(table.tag, bytesOf(table), { count, version: table.version });
      const more = table.tag === 'loca' ? (isLong ? 4 : 2) : table.tag === 'glyf' ? 0 : bytes.length - table.length;
      return { original: table.original + more, bytes };
    }),
  );
}

/** Extends a table by one glyph. */
function longer(tag: string, bytes: Buffer, { count, version }: { count: number; version: number }): Buffer {
  switch (tag) {
    case 'glyf':
      return longerOutlines(bytes, count);
    case 'maxp': {
      const longer = Buffer.from(bytes);
      longer.writeUInt16BE(count + 1, 4);
      return longer;
    }
    case 'hmtx':
    case 'vmtx':
      // When transformed, it may omit the trailing bearings.
      return version === 0 || ((bytes[0] ?? 0) & 2) === 0 ? Buffer.concat([bytes, Buffer.alloc(2)]) : bytes;
    case 'gvar':
      return longerVariations(bytes, count);
    default:
      return bytes;
  }
}

/** Extends the per-glyph streams: contours, bounding boxes, overlap flags. */
function longerOutlines(bytes: Buffer, count: number): Buffer {
  const head = Buffer.from(bytes.subarray(0, GLYF_HEAD));
  head.writeUInt16BE(count + 1, 4);
  const sizes = Array.from({ length: 7 }, (_, i) => head.readUInt32BE(8 + 4 * i));
  let at = GLYF_HEAD;
  const streams = sizes.map((size) => {
    at += size;
    return bytes.subarray(at - size, at);
  });
  const [contours, points, flags, glyphs, composites, boxes, instructions] = streams as [
    ...[Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer],
  ];
  const flagsOf = (glyphCount: number) => 4 * Math.floor((glyphCount + 31) / 32);
  const moreFlags = Buffer.alloc(flagsOf(count + 1) - flagsOf(count));
  head.writeUInt32BE(contours.length + 2, 8);
  head.writeUInt32BE(boxes.length + moreFlags.length, 28);
  const hasOverlaps = (head.readUInt16BE(2) & 1) === 1;
  return Buffer.concat([
    ...[head, contours, Buffer.alloc(2), points, flags, glyphs, composites],
    ...[boxes.subarray(0, flagsOf(count)), moreFlags, boxes.subarray(flagsOf(count)), instructions],
    ...[bytes.subarray(at), Buffer.alloc(hasOverlaps && count % 8 === 0 ? 1 : 0)],
  ]);
}

/** Extends the per-glyph variation offsets, of which there is one more than glyphs. */
function longerVariations(bytes: Buffer, count: number): Buffer {
  const size = (bytes.readUInt16BE(14) & 1) === 1 ? 4 : 2;
  if (bytes.readUInt16BE(12) !== count) return bytes;
  const end = 20 + size * (count + 1);
  const head = Buffer.from(bytes.subarray(0, end));
  head.writeUInt16BE(count + 1, 12);
  head.writeUInt32BE(head.readUInt32BE(16) + size, 16);
  const shared = head.readUInt32BE(8);
  if (shared >= end) head.writeUInt32BE(shared + size, 8);
  return Buffer.concat([head, head.subarray(end - size), bytes.subarray(end)]);
}
