import type { FileHandle } from 'node:fs/promises';
import { readAvcHeader, sequenceSize } from '../ways/parameterSets.ts';
import { avcRecord, type Mp4Header, readAt, readMp4Header, readSamples, type Samples, withFile } from './mp4Header.ts';

/**
 * Checks that the frames of a copied segment have one size. The container states that of the first frame, but H.264 may
 * change it at a key frame, and VP9 at any frame.
 * @throws Error if there are several sizes.
 */
export async function expectOneSize(path: string): Promise<void> {
  await withFile(path, 'r', async (file) => {
    const header = await readMp4Header(file);
    const samples = readSamples(header);
    if (samples.codec === 'avc1') await expectOneSequence(file, header, samples);
    if (samples.codec === 'vp09') await expectOneFrameSize(file, header, samples);
  });
}

/** NAL unit types (ITU-T H.264, table 7-1): frames, and a sequence parameter set. */
const [ordinaryPicture, refreshingPicture, sequenceSet] = [1, 5, 7];

/** Checks that key frames repeat only the sequence parameter sets of the header, which have one size. */
async function expectOneSequence(file: FileHandle, header: Mp4Header, { sizes, keys }: Samples): Promise<void> {
  const avc = readAvcHeader(avcRecord(header));
  if (!avc || new Set(avc.sequences.map((sequence) => JSON.stringify(sequenceSize(sequence)))).size > 1)
    throw severalSizes();
  let at = header.pictures;
  for (const [i, size] of sizes.entries()) {
    const end = at + size;
    for (let unit = at; keys.has(i) && unit + avc.lengthSize < end; ) {
      const head = await readAt(file, unit, avc.lengthSize + 1);
      const length = head.readUIntBE(0, avc.lengthSize);
      const kind = (head[avc.lengthSize] as number) & 31;
      if (kind === ordinaryPicture || kind === refreshingPicture) break;
      const set = kind === sequenceSet ? await readAt(file, unit + avc.lengthSize, length) : undefined;
      if (set && !avc.sequences.some((known) => Buffer.compare(known, set) === 0)) throw severalSizes();
      unit += avc.lengthSize + length;
    }
    at = end;
  }
}

/** Bytes of a VP9 frame that contain its size. */
const frameHead = 16;

async function expectOneFrameSize(file: FileHandle, header: Mp4Header, { sizes, width, height }: Samples) {
  let at = header.pictures;
  for (const size of sizes) {
    const tail = Math.min(size, mostIndex);
    const index = await readAt(file, at + size - tail, tail);
    for (const { start } of framesOfSample(index, size)) {
      const stated = vp9Size(await readAt(file, at + start, frameHead));
      if (stated && (stated.width !== width || stated.height !== height)) throw severalSizes();
    }
    at += size;
  }
}

/** Maximum size of a superframe index: two markers, eight sizes of four bytes. */
const mostIndex = 34;

/** Returns the offsets of the frames in a VP9 sample (VP9 bitstream, annex B). @param end last bytes of the sample. */
function framesOfSample(end: Buffer, size: number): { start: number }[] {
  const marker = end.at(-1) ?? 0;
  const [count, bytes] = [(marker & 7) + 1, ((marker >> 3) & 3) + 1];
  const first = end.length - 2 - count * bytes;
  if (marker >> 5 !== 0b110 || first < 0 || end[first] !== marker || size < end.length) return [{ start: 0 }];
  let start = 0;
  return Array.from({ length: count }, (_, i) => {
    const frame = { start };
    start += end.readUIntLE(first + 1 + i * bytes, bytes);
    return frame;
  });
}

/**
 * Reads the size of an 8-bit VP9 frame (VP9 bitstream, 6.2). @returns undefined if it repeats the size of an earlier
 * frame.
 */
function vp9Size(bytes: Buffer): { width: number; height: number } | undefined {
  let place = 0;
  const read = (count: number): number => {
    let value = 0;
    for (let i = 0; i < count; i += 1, place += 1)
      value = value * 2 + (((bytes[place >> 3] ?? 0) >> (7 - (place & 7))) & 1);
    return value;
  };
  const size = () => ({ width: read(16) + 1, height: read(16) + 1 });
  read(2);
  if (read(2) > 0) throw severalSizes();
  // show_existing_frame.
  if (read(1) === 1) return undefined;
  const isKey = read(1) === 0;
  const [isShown, isResilient] = [read(1), read(1)];
  if (isKey) {
    read(24);
    if (read(3) !== 7) read(1);
    return size();
  }
  const isIntra = isShown === 1 ? 0 : read(1);
  if (isResilient === 0) read(2);
  if (isIntra === 1) {
    read(24 + 8);
    return size();
  }
  read(8 + 3 * 4);
  for (let i = 0; i < 3; i += 1) if (read(1) === 1) return undefined;
  return size();
}

function severalSizes(): Error {
  return new Error('The pictures of a copied segment have several sizes.');
}
