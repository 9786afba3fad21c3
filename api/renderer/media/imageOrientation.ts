import { isAvif } from '../../../engine/formats/animatedPicture.ts';
import { type FileWalk, walkBytes } from '../../../engine/formats/fileWalk.ts';
import { avifPropertiesWalk } from './avifProperties.ts';

/** EXIF orientation: 1 is upright; from 5 on, width and height are swapped. */
type Orientation = number;

/** Maximum size of an image's metadata, in bytes. */
const mostMetadata = 200_000;

/**
 * Finds how browsers rotate an image whose header does not state it next to the size: PNG by its eXIf chunk before the
 * pixels, AVIF by its irot and imir properties, WebP not at all. Returns 1 for other formats.
 */
export function* orientationWalk(): FileWalk<Orientation> {
  const start = Buffer.from(yield { at: 0, length: 256 });
  if (start.toString('latin1', 1, 4) === 'PNG') return yield* pngOrientation();
  return isAvif(start) ? yield* avifOrientation() : 1;
}

/** See orientationWalk. @param data the whole file. */
export function orientationOf(data: Uint8Array): Orientation {
  return walkBytes(orientationWalk(), data);
}

/** Reads the orientation from EXIF data: a TIFF header and its first directory. @returns undefined if absent. */
export function tiffOrientation(tiff: Buffer): Orientation | undefined {
  if (tiff.length < 14) return undefined;
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

/** PNG 3rd edition, §11.3.4.5. */
function* pngOrientation(): FileWalk<Orientation> {
  for (let at = 8; ; ) {
    const head = Buffer.from(yield { at, length: 8 });
    if (head.length < 8) return 1;
    const length = head.readUInt32BE(0);
    const tag = head.toString('latin1', 4, 8);
    if (tag === 'IDAT' || tag === 'IEND') return 1;
    if (tag === 'eXIf' && length <= mostMetadata) {
      const found = tiffOrientation(Buffer.from(yield { at: at + 8, length })) ?? 1;
      return found >= 1 && found <= 8 ? found : 1;
    }
    at += 12 + length;
  }
}

/** EXIF orientation by quarter turns counter-clockwise. */
const quarters = [1, 8, 3, 6];
/** Of each of those: mirrored top to bottom, and left to right. */
const mirrored: Record<number, [Orientation, Orientation]> = { 1: [4, 2], 8: [5, 7], 3: [2, 4], 6: [7, 5] };

/** ISO/IEC 23008-12, §6.5.10 and §6.5.12; rotation comes first, whatever their order (MIAF, §7.3.6.7). */
function* avifOrientation(): FileWalk<Orientation> {
  const properties = yield* avifPropertiesWalk();
  const statedBy = (type: string) => properties.find(({ tag }) => tag === type)?.content[0];
  const turned = quarters[(statedBy('irot') ?? 0) & 3] ?? 1;
  const axis = statedBy('imir');
  return axis === undefined ? turned : (mirrored[turned]?.[axis & 1] ?? turned);
}
