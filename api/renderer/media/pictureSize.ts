import { imageSize } from 'image-size';

/** What a picture's header states. */
export interface PictureSize {
  /** Of the coded picture, pixels. */
  width: number;
  height: number;
  /** EXIF: how the picture is rotated, 1 to 8; 5 and more lie on their side. */
  orientation: number;
}

/**
 * The size that a picture's header states, read before memory is taken for the picture. JPEGs with junk between their
 * segments, which decoders pass over, are passed over likewise.
 * @returns undefined when none is stated.
 */
export function statedSize(bytes: Uint8Array): PictureSize | undefined {
  // The library takes seconds for a JPEG of a million empty segments, and nothing else would run meanwhile.
  if (bytes[0] === 0xff && bytes[1] === 0xd8)
    return jpegSize(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  try {
    const { width, height, orientation = 1 } = imageSize(withStillBrand(bytes));
    if (width > 0 && height > 0) return { width, height, orientation };
  } catch {
    // Nothing is stated.
  }
  return undefined;
}

/**
 * An animated AVIF as a still one: its first picture stands in the same boxes. Readers of headers know it by the brand of
 * stills alone, and decoders then read that picture, whose size was looked at, and not those of its track. Anything else
 * stays as it is.
 */
export function withStillBrand(bytes: Uint8Array): Uint8Array {
  if (Buffer.from(bytes.subarray(4, 12)).toString('latin1') !== 'ftypavis') return bytes;
  const still = Uint8Array.from(bytes);
  still.set(Buffer.from('avif', 'latin1'), 8);
  return still;
}

/** Markers that stand alone, without a length: TEM, RST0 to RST7, SOI. */
const isAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
/** Start of a frame: C0 to CF without the tables DHT (C4), JPG (C8) and DAC (CC). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function jpegSize(bytes: Buffer): PictureSize | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let orientation = 1;
  let at = 2;
  while (at + 9 < bytes.length) {
    const marker = bytes[at + 1] as number;
    if (bytes[at] !== 0xff || marker === 0 || marker === 0xff || isAlone(marker)) {
      at += 1;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    if (isFrame(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      return width > 0 && height > 0 ? { width, height, orientation } : undefined;
    }
    if (marker === 0xe1) orientation = orientationOf(bytes.subarray(at + 4, at + 2 + length)) ?? orientation;
    at += 2 + Math.max(length, 1);
  }
  return undefined;
}

/** @param segment of an APP1 marker, which may be EXIF: a TIFF header and its first directory. */
function orientationOf(segment: Buffer): number | undefined {
  const tiff = segment.subarray(6);
  if (segment.toString('latin1', 0, 4) !== 'Exif' || tiff.length < 14) return undefined;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (start + 2 > tiff.length) return undefined;
  const entries = Math.min(short(start), Math.floor((tiff.length - start - 2) / 12));
  for (let i = 0; i < entries; i += 1) {
    const entry = start + 2 + 12 * i;
    if (short(entry) === 0x0112) return short(entry + 8);
  }
  return undefined;
}
