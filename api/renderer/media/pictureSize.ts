import { imageSize } from 'image-size';
import { orientationOf, tiffOrientation } from './pictureOrientation.ts';

/** What a picture's header states. */
export interface PictureSize {
  /** Of the coded picture, pixels. */
  width: number;
  height: number;
  /** How browsers turn the picture, as EXIF counts, 1 to 8; 5 and more lie on their side. */
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
    const { width, height } = imageSize(withStillBrand(bytes));
    if (width > 0 && height > 0) return { width, height, orientation: orientationOf(bytes) };
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

/** A WebP without its EXIF data, by which Skia would turn it and browsers do not. Anything else stays as it is. */
export function withoutWebpExif(bytes: Uint8Array): Uint8Array {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (all.toString('latin1', 8, 16) !== 'WEBPVP8X') return bytes;
  for (let at = 12; at + 8 <= all.length; ) {
    if (all.toString('latin1', at, at + 4) === 'EXIF') {
      const plain = Buffer.from(all);
      // Decoders pass over chunks that they do not know.
      plain.write('none', at, 'latin1');
      plain.writeUInt8((plain[20] as number) & ~0x08, 20);
      return plain;
    }
    const length = all.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return bytes;
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
    if (marker === 0xe1) orientation = exifOrientation(bytes.subarray(at + 4, at + 2 + length)) ?? orientation;
    at += 2 + Math.max(length, 1);
  }
  return undefined;
}

/** @param segment of an APP1 marker, which may be EXIF. */
function exifOrientation(segment: Buffer): number | undefined {
  return segment.toString('latin1', 0, 4) === 'Exif' ? tiffOrientation(segment.subarray(6)) : undefined;
}
