import type { FileWalk } from '../../../engine/formats/fileWalk.ts';

/** A box of ISO/IEC 14496-12. */
export interface Box {
  tag: string;
  content: Buffer;
}

/** Longest metadata that is read, in bytes. */
const mostMetadata = 200_000;

/**
 * Reads the properties of the primary item of an AVIF, which refers to them by their index in the ipco box (ISO/IEC 23008-12,
 * §6.5 and §9.3). Returns an empty list for a file without any.
 */
export function* avifPropertiesWalk(): FileWalk<Box[]> {
  for (let at = 0; ; ) {
    const head = Buffer.from(yield { at, length: 8 });
    if (head.length < 8) return [];
    const size = head.readUInt32BE(0);
    if (size < 8) return [];
    if (head.toString('latin1', 4, 8) === 'meta')
      return propertiesIn(boxesIn(Buffer.from(yield { at: at + 12, length: Math.min(size - 12, mostMetadata) })));
    at += size;
  }
}

/** ITU-T H.273, tables 2 to 4, by the names of ffmpeg. */
const curves: Record<number, string> = { 16: 'smpte2084', 18: 'arib-std-b67' };
const bt2020 = 9;

/** Reads the transfer function of an HDR AVIF by ffmpeg's name; returns '' for SDR. */
export function* avifCurveWalk(): FileWalk<string> {
  const colors = (yield* avifPropertiesWalk()).find(
    ({ tag, content }) => tag === 'colr' && content.toString('latin1', 0, 4) === 'nclx',
  )?.content;
  if (!colors || colors.length < 11) return '';
  const [primaries, curve, matrix] = [4, 6, 8].map((at) => colors.readUInt16BE(at));
  return primaries === bt2020 && matrix === bt2020 ? (curves[curve ?? 0] ?? '') : '';
}

function propertiesIn(meta: readonly Box[]): Box[] {
  const primary = contentOf(meta, 'pitm');
  const properties = boxesIn(contentOf(meta, 'iprp') ?? Buffer.alloc(0));
  const associations = contentOf(properties, 'ipma');
  if (!primary || !associations || primary.length < 6 || associations.length < 8) return [];
  const item = primary[0] === 0 ? primary.readUInt16BE(4) : primary.readUInt32BE(4);
  const all = boxesIn(contentOf(properties, 'ipco') ?? Buffer.alloc(0));
  return placesOf(associations, item).flatMap((place) => all[place - 1] ?? []);
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

function contentOf(boxes: readonly Box[], type: string): Buffer | undefined {
  return boxes.find(({ tag }) => tag === type)?.content;
}
