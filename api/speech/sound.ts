import { type FileHandle, open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileUrl, safeInput } from '../renderer/media/safeInput.ts';
import { words } from '../renderer/print/ffmpegArgs.ts';
import type { Budget } from '../system/budget.ts';
import { ffmpegMemory, type Limits } from '../system/process.ts';
import { runFfmpeg } from '../system/sandbox.ts';

/** What engines listen to: samples of 16 bits, so many a second, one channel. */
export const RATE = 16_000;
const SAMPLE = 2;
/** How finely it is measured how loud the sound is, seconds. */
const FRAME = 0.01;
const FRAME_BYTES = RATE * FRAME * SAMPLE;
const READ_FRAMES = 3000;
/** A pause is as quiet as its loudest part of so many frames. */
const PAUSE_FRAMES = 20;
/** Below this nobody says anything: the root of the mean square of the samples, of 32,768. */
const SILENCE = 15;

/** A part of a sound that is listened to by itself, seconds. */
export interface Piece {
  from: number;
  to: number;
}

/**
 * Writes what is heard from second 0 of a media file on as bare samples, also where its sound begins later.
 * @param track index of the audio track. @param seconds length of the file. @throws ProcessError; DiskFullError; the signal's reason when aborted.
 */
export async function extractSound(
  file: string,
  { track, seconds }: { track: number; seconds: number },
  { out, budget, signal }: { out: string; budget: Pick<Budget, 'run'>; signal: AbortSignal },
): Promise<void> {
  const bytes = Math.ceil((seconds + 60) * RATE * SAMPLE);
  const limits: Limits = { wallSeconds: 3600, cpuSeconds: 3600, memory: 4 * 1024 ** 3, fileSize: bytes };
  const args = [
    ...words('-nostdin -v error -y -max_error_rate 1'),
    ...safeInput,
    ...['-vn', '-i', fileUrl(file), '-map', `0:a:${track}`],
    ...['-af', `aresample=${RATE}:async=1:first_pts=0`, '-ac', '1', '-t', String(seconds + 30)],
    ...['-c:a', 'pcm_s16le', '-f', 's16le', fileUrl(out)],
  ];
  const need = { memory: ffmpegMemory, decoders: 1, disk: { folder: path.dirname(out), bytes } };
  const run = () => runFfmpeg(args, { limits, signal });
  await budget.run(need, run, signal);
}

/**
 * Cuts a sound where it is quietest into pieces of at most some seconds; without those in which all is silent.
 * @param file bare samples.
 */
export async function cutAtPauses(file: string, longest: number): Promise<{ pieces: Piece[]; seconds: number }> {
  const loudness = await loudnessOf(file);
  const most = Math.round(longest / FRAME);
  const pieces: Piece[] = [];
  for (let from = 0; from < loudness.length; ) {
    const to = loudness.length - from <= most ? loudness.length : quietest(loudness, from + most / 2, from + most);
    const isSilent = loudness.subarray(from, to).every((value) => value < SILENCE);
    if (!isSilent) pieces.push({ from: from * FRAME, to: to * FRAME });
    from = to;
  }
  return { pieces, seconds: loudness.length * FRAME };
}

/** Middle of the quietest pause between two frames; of several the last. */
function quietest(loudness: Float32Array, from: number, to: number): number {
  let [best, at] = [Number.POSITIVE_INFINITY, to];
  for (let i = Math.floor(from); i + PAUSE_FRAMES <= to; i += 1) {
    let loudest = 0;
    for (let k = 0; k < PAUSE_FRAMES; k += 1) loudest = Math.max(loudest, loudness[i + k] ?? 0);
    if (loudest <= best) [best, at] = [loudest, i + PAUSE_FRAMES / 2];
  }
  return at;
}

/** How loud each hundredth of a second is. */
async function loudnessOf(file: string): Promise<Float32Array> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const loudness = new Float32Array(Math.floor(size / FRAME_BYTES));
    const bytes = Buffer.alloc(FRAME_BYTES * READ_FRAMES);
    for (let first = 0; first < loudness.length; first += READ_FRAMES) {
      const frames = Math.min(READ_FRAMES, loudness.length - first);
      await handle.read(bytes, 0, frames * FRAME_BYTES, first * FRAME_BYTES);
      for (let i = 0; i < frames; i += 1) loudness[first + i] = meanSquareRoot(bytes, i * FRAME_BYTES);
    }
    return loudness;
  } finally {
    await handle.close();
  }
}

function meanSquareRoot(bytes: Buffer, from: number): number {
  let sum = 0;
  for (let at = from; at < from + FRAME_BYTES; at += SAMPLE) sum += bytes.readInt16LE(at) ** 2;
  return Math.sqrt((sum * SAMPLE) / FRAME_BYTES);
}

/** Writes a piece as WAV. @param from file of bare samples. */
export async function writePiece(from: FileHandle, { from: start, to }: Piece, out: string): Promise<void> {
  const at = Math.round(start * RATE) * SAMPLE;
  const bytes = Buffer.alloc(Math.round(to * RATE) * SAMPLE - at);
  const { bytesRead } = await from.read(bytes, 0, bytes.length, at);
  await writeFile(out, Buffer.concat([wavHead(bytesRead), bytes.subarray(0, bytesRead)]));
}

/** What stands before the samples in a WAV file. @param size bytes of the samples. */
function wavHead(size: number): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + size, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  // Plain samples, one channel.
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE * SAMPLE, 28);
  head.writeUInt16LE(SAMPLE, 32);
  head.writeUInt16LE(8 * SAMPLE, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(size, 40);
  return head;
}
