import { brotliCompressSync, brotliDecompress, brotliDecompressSync, constants } from 'node:zlib';

/** Most bytes of an unpacked font. */
const MAX_FONT_BYTES = 64_000_000;
/** Tags that WOFF2 encodes as an index into this list. */
const knownTags = (
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea ' +
  'vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar ' +
  'gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
)
  .split(' ')
  .map((tag) => tag.replace('_', ' '));
/** Flag value: a four-character tag follows. */
const OWN_TAG = 63;

/** A table in the directory of a WOFF2 file. */
export interface Woff2Table {
  tag: string;
  /** Version of its transform; "none" is 3 for glyf and loca, 0 for others. */
  version: number;
  /** Bytes in an uncompressed font. */
  original: number;
  /** Bytes in this file after decompression. */
  length: number;
  /** Offset in the decompressed data. */
  from: number;
}

/** A WOFF2 file (W3C WOFF 2.0, sections 4 and 5) without its table data. */
export interface Woff2 {
  file: Buffer;
  tables: Woff2Table[];
  /** Offset of the compressed data of all tables. */
  at: number;
}

/** Parses the directory of a font file. @throws Error if it is damaged. */
export function readWoff2(file: Buffer): Woff2 {
  const count = file.readUInt16BE(12);
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
  let from = 0;
  const tables = Array.from({ length: count }, (): Woff2Table => {
    const flags = file.readUInt8(at++);
    const isOwn = (flags & OWN_TAG) === OWN_TAG;
    const tag = isOwn ? file.toString('latin1', at, at + 4) : (knownTags[flags & OWN_TAG] as string);
    if (isOwn) at += 4;
    const [original, version] = [base128(), flags >> 6];
    const length = isPlain(tag, version) ? original : base128();
    const table = { tag, version, original, length, from };
    from += length;
    return table;
  });
  return { file, tables, at };
}

function isPlain(tag: string, version: number): boolean {
  return version === (tag === 'glyf' || tag === 'loca' ? 3 : 0);
}

function packedOf({ file, at }: Woff2): Buffer {
  return file.subarray(at, at + file.readUInt32BE(20));
}

/** Decompresses the data of all tables. @throws Error if it is damaged. */
export function unpackSync(font: Woff2): Buffer {
  return brotliDecompressSync(packedOf(font), { maxOutputLength: MAX_FONT_BYTES });
}

/** The same, asynchronously. */
export function unpack(font: Woff2): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    brotliDecompress(packedOf(font), { maxOutputLength: MAX_FONT_BYTES }, (error, bytes) =>
      error ? reject(error) : resolve(bytes),
    );
  });
}

/** Writes a file with replaced tables, with fast compression. @param made data of each table, in directory order. */
export function writeWoff2({ file, tables }: Woff2, made: readonly { original: number; bytes: Buffer }[]): Buffer {
  const entries = tables.flatMap(({ tag, version }, i) => {
    const known = knownTags.indexOf(tag);
    const { original, bytes } = made[i] as (typeof made)[number];
    const name =
      known < 0
        ? [Buffer.from([OWN_TAG + 64 * version]), Buffer.from(tag, 'latin1')]
        : [Buffer.from([known + 64 * version])];
    return [...name, base128(original), ...(isPlain(tag, version) ? [] : [base128(bytes.length)])];
  });
  const all = Buffer.concat(made.map(({ bytes }) => bytes));
  const packed = brotliCompressSync(all, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  const head = Buffer.from(file.subarray(0, 48));
  const directory = Buffer.concat(entries);
  const length = 48 + directory.length + packed.length;
  const padded = Math.ceil(length / 4) * 4;
  head.writeUInt32BE(padded, 8);
  head.writeUInt32BE(packed.length, 20);
  // Drops metadata and private data.
  head.fill(0, 28);
  return Buffer.concat([head, directory, packed, Buffer.alloc(padded - length)]);
}

function base128(value: number): Buffer {
  const bytes = [value & 127];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 127) | 128);
  return Buffer.from(bytes);
}
