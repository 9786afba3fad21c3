import { type FileHandle, open } from 'node:fs/promises';
import { findBox, type Place } from '../media/mp4Boxes.ts';

/** Positions in an MP4 file with one video track; ffmpeg writes the frames first, then `moov`. */
export interface Mp4Header {
  /** Offset of the first frame. */
  pictures: number;
  /** Offset of `moov`, which is the last box. */
  moovAt: number;
  moov: Buffer;
}

/** The boxes around a decoder record, and the bytes before the nested boxes of each. */
const around: readonly [type: string, skip: number][] = [
  ['moov', 8],
  ['trak', 8],
  ['mdia', 8],
  ['minf', 8],
  ['stbl', 8],
  ['stsd', 16],
];
/** Sample entries of video codecs, and their decoder records. */
const records = [
  ['avc1', 'avcC'],
  ['hvc1', 'hvcC'],
  ['av01', 'av1C'],
] as const;
/** Bytes before the nested boxes of a video's sample entry. */
const entryHead = 86;

/** Reads the layout of a file. @throws Error if it is invalid. */
export async function readMp4Header(file: FileHandle): Promise<Mp4Header> {
  const { size } = await file.stat();
  let pictures = 0;
  for (let at = 0; at + 8 <= size; ) {
    const head = await readAt(file, at, 16);
    const short = head.readUInt32BE(0);
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    const type = head.toString('latin1', 4, 8);
    if (type === 'mdat') pictures = at + (short === 1 ? 16 : 8);
    if (type === 'moov' && at + length === size && pictures > 0)
      return { pictures, moovAt: at, moov: await readAt(file, at, length) };
    if (length < 8) break;
    at += length;
  }
  throw new Error('A segment is malformed.');
}

/** Returns the `avcC` record of a header, without its box. @throws Error if there is none. */
export function avcRecord({ moov }: Mp4Header): Buffer {
  const { start, end } = avcPlaces(moov).at(-1) as Place;
  return moov.subarray(start + 8, end);
}

/** Returns the record of a header that configures its decoder, as ffmpeg writes it. @throws Error if there is none. */
export function decoderRecord({ moov }: Mp4Header): Buffer {
  for (const names of records) {
    const place = placesOf(moov, names)?.at(-1);
    if (place) return moov.subarray(place.start + 8, place.end);
  }
  throw new Error('A segment has no decoder header.');
}

/** The frames of a file, in file order. */
export interface Samples {
  /** Sample entry type, such as "avc1". */
  codec: string;
  /** Size in the header, in pixels. */
  width: number;
  height: number;
  /** Size of each frame, in bytes. */
  sizes: number[];
  /** Indexes of key frames, from 0. */
  keys: Set<number>;
}

/** Reads the sample table of a header. @throws Error if there is none. */
export function readSamples({ moov }: Mp4Header): Samples {
  let [from, to] = [0, moov.length];
  for (const [type, skip] of around.slice(0, 5)) {
    const found = boxIn(moov, type, from, to);
    [from, to] = [found.start + skip, found.end];
  }
  const entry = boxIn(moov, 'stsd', from, to).start + 16;
  const table = boxIn(moov, 'stsz', from, to).start;
  const [size, count] = [moov.readUInt32BE(table + 12), moov.readUInt32BE(table + 16)];
  const sizes = Array.from({ length: count }, (_, i) => size || moov.readUInt32BE(table + 20 + 4 * i));
  const keys = findBox(moov, 'stss', from, to)?.start;
  const keyCount = keys === undefined ? 0 : moov.readUInt32BE(keys + 12);
  const listed = Array.from({ length: keyCount }, (_, i) => moov.readUInt32BE((keys as number) + 16 + 4 * i) - 1);
  return {
    codec: moov.toString('latin1', entry + 4, entry + 8),
    width: moov.readUInt16BE(entry + 32),
    height: moov.readUInt16BE(entry + 34),
    sizes,
    // Without a list, all frames are key frames.
    keys: new Set(keys === undefined ? sizes.keys() : listed),
  };
}

function boxIn(bytes: Buffer, type: string, from: number, to: number): Place {
  const found = findBox(bytes, type, from, to);
  if (!found) throw new Error('A segment is malformed.');
  return found;
}

/** Returns a `moov` with another `avcC` record. */
export function withAvcRecord({ moov }: Mp4Header, record: Uint8Array): Buffer {
  const places = avcPlaces(moov);
  const { start, end } = places.at(-1) as Place;
  const grown = record.length + 8 - (end - start);
  const made = Buffer.concat([moov.subarray(0, start + 8), record, moov.subarray(end)]);
  for (const place of places) made.writeUInt32BE(place.end - place.start + grown, place.start);
  return made;
}

/** Returns the boxes around `avcC` and the box itself, outermost first. @throws Error if there is none. */
function avcPlaces(moov: Buffer): Place[] {
  const places = placesOf(moov, records[0]);
  if (!places) throw new Error('A segment has no H.264 header.');
  return places;
}

/** Returns the boxes around a decoder record and the record itself, outermost first; undefined if one is missing. */
function placesOf(moov: Buffer, [entry, record]: (typeof records)[number]): Place[] | undefined {
  const places: Place[] = [];
  let [from, to] = [0, moov.length];
  for (const [type, skip] of [...around, [entry, entryHead], [record, 8]] as const) {
    const found = findBox(moov, type, from, to);
    if (!found) return undefined;
    places.push(found);
    [from, to] = [found.start + skip, found.end];
  }
  return places;
}

/** Reads bytes of a file; zeros beyond its end. */
export async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  await file.read(bytes, 0, length, at);
  return bytes;
}

/** Opens a file, runs some work with it, and closes it. */
export async function withFile<T>(path: string, mode: 'r' | 'r+', work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, mode);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}
