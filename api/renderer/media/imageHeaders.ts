import type { FileWalk } from '../../../engine/formats/fileWalk.ts';

/** Image header of formats that the header library does not read, or not reliably. */
export interface ImageHeader {
  /** Size of the coded image, in pixels. */
  width: number;
  height: number;
  /** EXIF orientation, 1 to 8; from 5 on, width and height are swapped. */
  orientation: number;
  /** Whether pixels may be transparent. */
  hasAlpha: boolean;
}

/** Bytes of a PNM that are searched for its size, because comments may precede it. */
const pnmHeader = 4096;
/** More entries than the directory of a real TIFF or ICO has. */
const mostEntries = 512;

/** Reads the header of a TIFF, ICO, QOI or PNM. @returns undefined for other formats and damaged files. */
export function* imageHeaderWalk(): FileWalk<ImageHeader | undefined> {
  const start = Buffer.from(yield { at: 0, length: 16 });
  const tag = start.toString('latin1', 0, 4);
  if (start.length < 16) return undefined;
  if (tag === 'qoif') return header(start.readUInt32BE(4), start.readUInt32BE(8), start[12] === 4);
  if (/^P[1-7]\s/.test(tag)) return pnmOf(Buffer.from(yield { at: 0, length: pnmHeader }).toString('latin1'));
  if (tag === '\0\0\x01\0') return yield* icoHeader(start.readUInt16LE(4));
  return /^(II\*\0|MM\0\*)/.test(tag) ? yield* tiffHeader(start) : undefined;
}

function header(width: number, height: number, hasAlpha: boolean, orientation = 1): ImageHeader | undefined {
  return width > 0 && height > 0 ? { width, height, hasAlpha, orientation } : undefined;
}

/** Netpbm formats: numbers or, in PAM, named lines. Comments extend from # to the end of the line. */
function pnmOf(text: string): ImageHeader | undefined {
  const plain = text.replaceAll(/#[^\n]*/g, '');
  if (!text.startsWith('P7')) {
    const [, width, height] = /^P[1-6]\s+(\d{1,9})\s+(\d{1,9})\s/.exec(plain) ?? [];
    return header(Number(width), Number(height), false);
  }
  const named = (name: string) => Number(new RegExp(`\\n${name}\\s+(\\d{1,9})\\s`).exec(plain)?.[1]);
  return header(named('WIDTH'), named('HEIGHT'), named('DEPTH') % 2 === 0);
}

/** Returns the size of the largest image of an ICO, which decoders choose. Embedded PNGs declare their own size. */
function* icoHeader(count: number): FileWalk<ImageHeader | undefined> {
  let [width, height] = [0, 0];
  for (let i = 0; i < Math.min(count, mostEntries); i += 1) {
    const entry = Buffer.from(yield { at: 6 + 16 * i, length: 16 });
    if (entry.length < 16) return undefined;
    const data = Buffer.from(yield { at: entry.readUInt32LE(12), length: 24 });
    const isPng = data.length === 24 && data.toString('latin1', 1, 4) === 'PNG';
    const size = isPng ? [data.readUInt32BE(16), data.readUInt32BE(20)] : [entry[0] || 256, entry[1] || 256];
    const [wide, high] = size as [number, number];
    if (wide * high > width * height) [width, height] = [wide, high];
  }
  return header(width, height, true);
}

/** The TIFF tags that are read (TIFF 6.0, §8; ExtraSamples: §18). */
const tags = { width: 256, height: 257, orientation: 274, extraSamples: 338 } as const;

function* tiffHeader(start: Buffer): FileWalk<ImageHeader | undefined> {
  const isLittle = start.toString('latin1', 0, 2) === 'II';
  const short = (bytes: Buffer, at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const long = (bytes: Buffer, at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const at = long(start, 4);
  const counted = Buffer.from(yield { at, length: 2 });
  if (counted.length < 2) return undefined;
  const count = Math.min(short(counted, 0), mostEntries);
  const directory = Buffer.from(yield { at: at + 2, length: 12 * count });
  const values = new Map<number, number>();
  for (let entry = 0; entry + 12 <= directory.length; entry += 12) {
    const isShort = short(directory, entry + 2) === 3;
    values.set(short(directory, entry), isShort ? short(directory, entry + 8) : long(directory, entry + 8));
  }
  const [width = 0, height = 0] = [values.get(tags.width), values.get(tags.height)];
  const orientation = values.get(tags.orientation) ?? 1;
  const isKnown = orientation >= 1 && orientation <= 8;
  return header(width, height, (values.get(tags.extraSamples) ?? 0) > 0, isKnown ? orientation : 1);
}
