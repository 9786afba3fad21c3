import { imageSize } from 'image-size';
import { isAvif } from '../../../engine/formats/animatedPicture.ts';
import { orientationOf, tiffOrientation } from './imageOrientation.ts';

/** Size and orientation from an image header. */
export interface DeclaredSize {
  /** Size of the coded image, in pixels. */
  width: number;
  height: number;
  /** EXIF orientation that browsers apply, 1 to 8; from 5 on, width and height are swapped. */
  orientation: number;
}

/**
 * Reads the size from an image header, before memory is allocated for the image. Skips junk between JPEG segments, as
 * decoders do.
 * @returns undefined if no size is stated.
 */
export function sizeInHeader(bytes: Uint8Array): DeclaredSize | undefined {
  // The library takes seconds for a JPEG of a million empty segments and would block the event loop.
  if (bytes[0] === 0xff && bytes[1] === 0xd8)
    return jpegSize(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  try {
    const { width, height } = imageSize(withStillBrand(bytes));
    if (width > 0 && height > 0) return { width, height, orientation: orientationOf(bytes) };
  } catch {
    // No size is stated.
  }
  return undefined;
}

/**
 * Changes the first brand of an AVIF to that of a still. The first image of an animated one is in the same boxes. Header
 * readers only know the still brand. Decoders then read that image, whose size was checked, instead of its track.
 * Returns other formats unchanged.
 */
export function withStillBrand(bytes: Uint8Array): Uint8Array {
  const isStill = Buffer.from(bytes.subarray(8, 12)).toString('latin1') === 'avif';
  if (isStill || !isAvif(bytes)) return bytes;
  const still = Uint8Array.from(bytes);
  still.set(Buffer.from('avif', 'latin1'), 8);
  return still;
}

/** Removes EXIF from a WebP: Skia would apply its orientation, browsers do not. Returns other formats unchanged. */
export function withoutWebpExif(bytes: Uint8Array): Uint8Array {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (all.toString('latin1', 8, 16) !== 'WEBPVP8X') return bytes;
  for (let at = 12; at + 8 <= all.length; ) {
    if (all.toString('latin1', at, at + 4) === 'EXIF') {
      const plain = Buffer.from(all);
      // Decoders skip unknown chunks.
      plain.write('none', at, 'latin1');
      plain.writeUInt8((plain[20] as number) & ~0x08, 20);
      return plain;
    }
    const length = all.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return bytes;
}

/** Markers without a length: TEM, RST0 to RST7, SOI. */
const isAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
/** Start of frame: C0 to CF without the tables DHT (C4), JPG (C8) and DAC (CC). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function jpegSize(bytes: Buffer): DeclaredSize | undefined {
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
