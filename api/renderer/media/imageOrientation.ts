import { type FileWalk, walkBytes } from '../../../engine/project/fileWalk.ts';

/** EXIF orientation: 1 is upright; from 5 on, width and height are swapped. */
type Orientation = number;

/** Maximum size of an image's metadata, in bytes. */
const mostMetadata = 200_000;

/**
 * Finds how browsers rotate an image whose header does not state it next to the size: PNG by its eXIf chunk before the
 * pixels, AVIF by its irot property, WebP not at all. Returns 1 for other formats. The AVIF decoder applies rotation
 * and mirroring itself.
 */
export function* orientationWalk(): FileWalk<Orientation> {
  const start = Buffer.from(yield { at: 0, length: 16 });
  if (start.toString('latin1', 1, 4) === 'PNG') return yield* pngOrientation();
  return /^ftypavi[fs]$/.test(start.toString('latin1', 4, 12)) ? yield* avifOrientation() : 1;
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

/** ISO/IEC 23008-12, §6.5.10: the primary item refers to its properties by their index in the ipco box. */
function* avifOrientation(): FileWalk<Orientation> {
  for (let at = 0; ; ) {
    const head = Buffer.from(yield { at, length: 8 });
    if (head.length < 8) return 1;
    const size = head.readUInt32BE(0);
    if (size < 8) return 1;
    if (head.toString('latin1', 4, 8) === 'meta')
      return turnOf(boxesIn(Buffer.from(yield { at: at + 12, length: Math.min(size - 12, mostMetadata) })));
    at += size;
  }
}

function turnOf(meta: readonly Box[]): Orientation {
  const primary = contentOf(meta, 'pitm');
  const properties = boxesIn(contentOf(meta, 'iprp') ?? Buffer.alloc(0));
  const associations = contentOf(properties, 'ipma');
  if (!primary || !associations || primary.length < 6 || associations.length < 8) return 1;
  const item = primary[0] === 0 ? primary.readUInt16BE(4) : primary.readUInt32BE(4);
  const all = boxesIn(contentOf(properties, 'ipco') ?? Buffer.alloc(0));
  for (const place of placesOf(associations, item)) {
    const property = all[place - 1];
    if (property?.tag === 'irot') return quarters[(property.content[0] ?? 0) & 3] ?? 1;
  }
  return 1;
}

/** Returns the indexes of an item's properties, from 1. @param ipma content of that box. */
function placesOf(ipma: Buffer, item: number): number[] {
  const isLong = ((ipma[3] as number) & 1) === 1;
  const idBytes = ipma[0] === 0 ? 2 : 4;
  let at = 8;
  for (let left = ipma.readUInt32BE(4); left > 0 && at + idBytes < ipma.length; left -= 1) {
    const id = ipma.readUIntBE(at, idBytes);
    const count = ipma[at + idBytes] as number;
    const entries = ipma.subarray(at + idBytes + 1, at + idBytes + 1 + count * (isLong ? 2 : 1));
    // The highest bit marks an essential property.
    if (id === item)
      return isLong
        ? Array.from({ length: entries.length >> 1 }, (_, i) => entries.readUInt16BE(2 * i) & 0x7fff)
        : [...entries].map((entry) => entry & 0x7f);
    at += idBytes + 1 + count * (isLong ? 2 : 1);
  }
  return [];
}

interface Box {
  tag: string;
  content: Buffer;
}

function boxesIn(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    if (size < 8) break;
    boxes.push({ tag: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(at + 8, at + size) });
    at += size;
  }
  return boxes;
}

function contentOf(boxes: readonly Box[], wanted: string): Buffer | undefined {
  return boxes.find(({ tag }) => tag === wanted)?.content;
}
