/** Boxes that are parsed, by parent (ISO/IEC 14496-12 §6.2.3); other boxes are ignored. */
const children: Record<string, readonly string[]> = {
  moov: ['mvhd', 'trak', 'mvex'],
  trak: ['tkhd', 'edts', 'mdia'],
  edts: ['elst'],
  mdia: ['mdhd', 'hdlr', 'minf'],
  minf: ['stbl'],
  stbl: ['stsd', 'stts', 'ctts', 'stss', 'stsc', 'stsz', 'stz2', 'stco', 'co64'],
  mvex: ['trex'],
  moof: ['mfhd', 'traf'],
  traf: ['tfhd', 'tfdt', 'trun'],
};
/** Offset of the entry count in tables, in bytes after the header. Each entry has at least one byte. */
const ENTRIES_AT = 4;
const withEntries = new Set(['stsd', 'stts', 'ctts', 'stss', 'stsc', 'stco', 'co64', 'elst']);
/** Offset of the sample count in tables, in bytes after the header. Samples may take no space in the table. */
const samplesAt: Record<string, number> = { stsz: 8, stz2: 8, trun: 4 };

/** A box of a file. */
export interface PlacedBox {
  /** Four letters. */
  type: string;
  /** Start, in bytes. */
  start: number;
  /** Size of its header and in total, in bytes. */
  head: number;
  size: number;
}

/**
 * Parses a box header (ISO/IEC 14496-12 §4.2).
 * @param start its position. @param room bytes from there to the end of the parent.
 * @returns undefined if it is not a valid header.
 */
export function boxAt(bytes: Uint8Array, start: number, room: number): PlacedBox | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 8 || room < 8) return undefined;
  const short = view.getUint32(0);
  const isLong = short === 1 && bytes.length >= 16;
  const head = isLong ? 16 : 8;
  const size = short === 0 ? room : isLong ? Number(view.getBigUint64(8)) : short;
  return size < head ? undefined : { type: lettersAt(bytes, 4), start, head, size };
}

/**
 * Prepares the tables of a video for parsing, in place. Renames unneeded boxes to `free`, and also the sample lists of
 * tracks of one kind, usually audio: uncompressed audio has a sample for each 1/48000 s, while its length is also
 * stored elsewhere.
 * @param bytes a whole moov or moof. @param most largest number of samples. @param spared kind of track to skip.
 * @returns the number of samples.
 * @throws Error if a box exceeds its parent, or a table claims more entries than it can contain or than allowed: a few
 * bytes can claim four billion samples.
 */
export function prepareTables(bytes: Uint8Array, most: number, spared: 'soun' | 'vide' = 'soun'): number {
  const whole = boxAt(bytes, 0, bytes.length);
  const inside = whole ? boxesIn(bytes, whole) : [];
  const sparesAny = !inside.some(({ type }) => type === 'mvex');
  let samples = 0;
  const tidy = (holder: PlacedBox, isSparedTrack: boolean): void => {
    const boxes = boxesIn(bytes, holder);
    const holdsSpared = isSparedTrack || boxes.some((box) => handlerOf(bytes, box) === spared);
    for (const box of boxes) {
      const isSpared = holdsSpared && (box.type === 'stsz' || box.type === 'stz2');
      if (isSpared || !children[holder.type]?.includes(box.type)) rename(bytes, box);
      else if (children[box.type]) tidy(box, sparesAny && holdsSpared);
      else samples += samplesOf(bytes, box);
      if (samples > most) throw new Error('too many samples');
    }
  };
  if (whole) tidy(whole, false);
  return samples;
}

function boxesIn(bytes: Uint8Array, { start, head, size }: PlacedBox): PlacedBox[] {
  const found: PlacedBox[] = [];
  const end = start + size;
  // QuickTime ends some lists with a zero, which is shorter than a box.
  for (let at = start + head; end - at >= 8; ) {
    const box = boxAt(bytes.subarray(at, end), at, end - at);
    if (!box || at + box.size > end) throw new Error('a box is larger than what holds it');
    found.push(box);
    at += box.size;
  }
  return found;
}

function samplesOf(bytes: Uint8Array, { type, start, head, size }: PlacedBox): number {
  if (withEntries.has(type) && numberAt(bytes, start + head + ENTRIES_AT) > size) throw new Error('too many entries');
  const at = samplesAt[type];
  return at === undefined ? 0 : numberAt(bytes, start + head + at);
}

/** Returns the track kind in an hdlr: vide, soun and others. */
function handlerOf(bytes: Uint8Array, { type, start, head }: PlacedBox): string | undefined {
  return type === 'hdlr' ? lettersAt(bytes, start + head + 8) : undefined;
}

function rename(bytes: Uint8Array, { start }: PlacedBox): void {
  bytes.set(
    [...'free'].map((letter) => letter.charCodeAt(0)),
    start + 4,
  );
}

function lettersAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

function numberAt(bytes: Uint8Array, at: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return at + 4 <= bytes.length ? view.getUint32(at) : 0;
}
