import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import type { Image } from '@napi-rs/canvas';
import { delayOf, type WebpFrame, webpWalk } from '../../../engine/formats/animatedPicture.ts';
import type { FileWalk } from '../../../engine/formats/fileWalk.ts';
import { sizeInHeader } from './declaredImageSize.ts';
import { shownName, unreadable } from './unreadable.ts';
import { walkFile } from './walkFile.ts';

/** Unit of APNG frame durations: fractions of a second. */
const TICKS = 1000;

/** Maximum size of a frame: bytes per pixel, plus a constant. Larger frames are invalid. */
const most = { perPixel: 8, overhead: 1_000_000 };

/**
 * Converts an animated WebP to an animated PNG with composited frames, because old versions of ffmpeg cannot decode
 * animated WebP. Only one frame of each file is in memory at a time.
 * @param out file to write. @throws ProblemError media.unreadable; the signal's reason when aborted.
 */
export async function writeWebpAsApng(path: string, out: string, signal: AbortSignal | undefined): Promise<void> {
  const found = await walkFile(webpWalk(), path);
  if (!found) throw unreadable(shownName(path), 'it is damaged');
  const { createCanvas } = await import('@napi-rs/canvas');
  const writer = createApng(found.frames.length);
  const [from, to] = [await open(path), await open(out, 'w')];
  try {
    const canvas = createCanvas(found.width, found.height);
    const ctx = canvas.getContext('2d');
    for (const frame of found.frames) {
      signal?.throwIfAborted();
      const { x, y, width, height, blends, clears, duration } = frame;
      const image = await pictureOf(from, frame, path);
      if (!blends) ctx.clearRect(x, y, width, height);
      ctx.drawImage(image, x, y);
      await to.write(writer.frame(await canvas.encode('png'), duration));
      if (clears) ctx.clearRect(x, y, width, height);
    }
    await to.write(pngChunk('IEND'));
  } finally {
    await Promise.all([from.close(), to.close()]);
  }
}

/** @throws ProblemError media.unreadable if the frame cannot be decoded. */
async function pictureOf(file: FileHandle, frame: WebpFrame, path: string): Promise<Image> {
  const { loadImage } = await import('@napi-rs/canvas');
  try {
    return await loadImage(stillOf(await chunksOfFrame(file, frame), frame));
  } catch (error) {
    throw isDiskFault(error) ? error : unreadable(shownName(path), 'it is damaged', error);
  }
}

async function chunksOfFrame(file: FileHandle, { from, to, width, height }: WebpFrame): Promise<Buffer> {
  const length = to - from;
  if (length > most.perPixel * width * height + most.overhead)
    throw new Error('A frame is larger than the format allows.');
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, from);
  return buffer.subarray(0, bytesRead);
}

/** Copies an animated PNG, with frame durations as browsers play them. @param out file to write. */
export async function writeSteadyApng(path: string, out: string): Promise<void> {
  await pipeline(createReadStream(path), createWriteStream(out));
  const file = await open(out, 'r+');
  try {
    for (const { at, chunk } of await walkFile(frameControls(), path)) {
      chunk.writeUInt16BE(ticksOf(delayOf(chunk.readUInt16BE(28), chunk.readUInt16BE(30))), 28);
      chunk.writeUInt16BE(TICKS, 30);
      chunk.writeUInt32BE(crc32(chunk.subarray(4, 34)), 34);
      await file.write(chunk, 0, chunk.length, at);
    }
  } finally {
    await file.close();
  }
}

/** Finds the fcTL chunks of a PNG, which hold frame durations, and their offsets (PNG 3rd edition, §11.3.6). */
function* frameControls(): FileWalk<{ at: number; chunk: Buffer }[]> {
  const found: { at: number; chunk: Buffer }[] = [];
  for (let at = 8; ; ) {
    const chunk = Buffer.from(yield { at, length: 38 });
    if (chunk.length < 12) return found;
    if (chunk.length === 38 && chunk.toString('latin1', 4, 8) === 'fcTL') found.push({ at, chunk });
    at += 12 + chunk.readUInt32BE(0);
  }
}

/** Converts seconds to ticks. */
function ticksOf(seconds: number): number {
  return Math.min(65_535, Math.round(seconds * TICKS));
}

function isDiskFault(error: unknown): boolean {
  return typeof (error as NodeJS.ErrnoException).syscall === 'string';
}

/** Returns a frame as a separate WebP file. @throws Error if its size differs from the announced one. */
function stillOf(chunks: Buffer, { width, height }: WebpFrame): Buffer {
  const hasAlpha = chunks.toString('latin1', 0, 4) === 'ALPH';
  const body = hasAlpha ? Buffer.concat([extendedHeader(width, height), chunks]) : chunks;
  const head = Buffer.alloc(12);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(4 + body.length, 4);
  head.write('WEBP', 8, 'latin1');
  const still = Buffer.concat([head, body]);
  const size = sizeInHeader(still);
  if (size?.width !== width || size.height !== height) throw new Error('A frame does not have the size it declares.');
  return still;
}

/** Returns the VP8X chunk of an image with an alpha plane. */
function extendedHeader(width: number, height: number): Buffer {
  const chunk = Buffer.alloc(18);
  chunk.write('VP8X', 0, 'latin1');
  chunk.writeUInt32LE(10, 4);
  chunk[8] = 0x10;
  chunk.writeUIntLE(width - 1, 12, 3);
  chunk.writeUIntLE(height - 1, 15, 3);
  return chunk;
}

/** Assembles PNGs of equal size to an animated PNG (PNG 3rd edition, §11.3.6). */
function createApng(frames: number) {
  let sequence = 0;
  const numbered = (name: string, data: Buffer) => {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(sequence++);
    return pngChunk(name, Buffer.concat([number, data]));
  };
  return {
    /** @param duration seconds. */
    frame(png: Buffer, duration: number): Buffer {
      const isFirst = sequence === 0;
      const chunks = chunksOf(png);
      const header = chunks.find(({ name }) => name === 'IHDR')?.data as Buffer;
      const pixels = chunks.filter(({ name }) => name === 'IDAT').map(({ data }) => data);
      const control = Buffer.alloc(22);
      header.copy(control, 0, 0, 8);
      control.writeUInt16BE(ticksOf(duration), 16);
      control.writeUInt16BE(TICKS, 18);
      const count = Buffer.alloc(8);
      count.writeUInt32BE(frames);
      const start = [png.subarray(0, 8), pngChunk('IHDR', header), pngChunk('acTL', count)];
      return Buffer.concat([
        ...(isFirst ? start : []),
        numbered('fcTL', control),
        ...pixels.map((data) => (isFirst ? pngChunk('IDAT', data) : numbered('fdAT', data))),
      ]);
    },
  };
}

function chunksOf(png: Buffer): { name: string; data: Buffer }[] {
  const chunks = [];
  for (let at = 8; at + 12 <= png.length; at += 12 + png.readUInt32BE(at))
    chunks.push({
      name: png.toString('latin1', at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + png.readUInt32BE(at)),
    });
  return chunks;
}

function pngChunk(name: string, data: Uint8Array = new Uint8Array()): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(name, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}
