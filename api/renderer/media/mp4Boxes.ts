import { type FileHandle, open } from 'node:fs/promises';

/** Byte range of a box, including its header. */
export interface Place {
  start: number;
  end: number;
}

/** Returns the first box of a type among sibling boxes. @param from,to byte range of the siblings. */
export function findBox(bytes: Buffer, boxType: string, from: number, to: number): Place | undefined {
  return boxesIn(bytes, boxType, from, to)[0];
}

/** Returns all complete boxes of a type among sibling boxes. */
function boxesIn(bytes: Buffer, boxType: string, from: number, to: number): Place[] {
  const found: Place[] = [];
  for (let at = from; at + 8 <= to; ) {
    const length = bytes.readUInt32BE(at);
    if (length < 8 || at + length > to) break;
    if (bytes.toString('latin1', at + 4, at + 8) === boxType) found.push({ start: at, end: at + length });
    at += length;
  }
  return found;
}

/** What the tables of an MP4 or MOV declare. */
export interface Mp4Facts {
  /** In seconds. */
  duration: number;
  tracks: Mp4Track[];
}

/** A track of an MP4; only video has a size. */
export interface Mp4Track {
  kind: 'video' | 'audio' | 'other';
  /** In pixels; 0 for audio. */
  width: number;
  height: number;
  /** Number of frames, or of audio packets. */
  samples: number;
  /** In seconds. */
  duration: number;
}

/** Maximum size of `moov`, in bytes; our encoders write less. */
const mostHeader = 256_000_000;

/**
 * Reads the tables of an unfragmented file, as encoders write it.
 * @throws Error if the file is truncated or shorter than its tables declare.
 */
export async function readMp4Facts(path: string): Promise<Mp4Facts> {
  const file = await open(path);
  try {
    const { moov, mdatBytes: found } = await readTopBoxes(file);
    const tracks = boxesIn(moov, 'trak', 8, moov.length).map((track) => readTrack(moov, track));
    if (tracks.reduce((sum, { bytes }) => sum + bytes, 0) > found) throw new Error('The result is incomplete.');
    return { duration: readDuration(moov, boxAt(moov, ['mvhd'], { start: 0, end: moov.length })), tracks };
  } finally {
    await file.close();
  }
}

async function readTopBoxes(file: FileHandle): Promise<{ moov: Buffer; mdatBytes: number }> {
  const { size } = await file.stat();
  let [moov, mdatBytes, at]: [Buffer | undefined, number, number] = [undefined, 0, 0];
  while (at + 8 <= size) {
    const head = Buffer.alloc(16);
    await file.read(head, 0, 16, at);
    const short = head.readUInt32BE(0);
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    const type = head.toString('latin1', 4, 8);
    if (length < 8 || at + length > size) break;
    if (type === 'mdat') mdatBytes += length;
    if (type === 'moov' && length <= mostHeader) {
      moov = Buffer.alloc(length);
      await file.read(moov, 0, length, at);
    }
    at += length;
  }
  if (!moov || at !== size) throw new Error('The result is incomplete.');
  return { moov, mdatBytes };
}

/** Times take eight bytes in version 1 of the box. @param header `mvhd` or `mdhd`. */
function readDuration(moov: Buffer, { start }: Place): number {
  return moov[start + 8] === 1
    ? Number(moov.readBigUInt64BE(start + 32)) / moov.readUInt32BE(start + 28)
    : moov.readUInt32BE(start + 24) / moov.readUInt32BE(start + 20);
}

function readTrack(moov: Buffer, track: Place): Mp4Track & { bytes: number } {
  const media = boxAt(moov, ['mdia'], track);
  const handler = moov.toString('latin1', ...spanAt(boxAt(moov, ['hdlr'], media).start + 16, 4));
  const table = boxAt(moov, ['minf', 'stbl'], media);
  const sizes = boxAt(moov, ['stsz'], table).start;
  const [size, samples] = [moov.readUInt32BE(sizes + 12), moov.readUInt32BE(sizes + 16)];
  let bytes = size * samples;
  if (size === 0) for (let i = 0; i < samples; i += 1) bytes += moov.readUInt32BE(sizes + 20 + 4 * i);
  const entry = boxAt(moov, ['stsd'], table).start + 16;
  const counted = { samples, bytes, duration: readDuration(moov, boxAt(moov, ['mdhd'], media)) };
  if (handler !== 'vide') return { kind: handler === 'soun' ? 'audio' : 'other', width: 0, height: 0, ...counted };
  return { kind: 'video', width: moov.readUInt16BE(entry + 32), height: moov.readUInt16BE(entry + 34), ...counted };
}

function spanAt(at: number, length: number): [number, number] {
  return [at, at + length];
}

/** Finds a nested box by its path. @throws Error if one is missing. */
function boxAt(bytes: Buffer, types: readonly string[], within: Place): Place {
  return types.reduce((place, type) => {
    const found = findBox(bytes, type, place.start + 8, place.end);
    if (!found) throw new Error('The result is incomplete.');
    return found;
  }, within);
}
