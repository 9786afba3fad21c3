import { type FileHandle, open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileUrl, safeInput } from '../renderer/media/safeInput.ts';
import { splitOptions } from '../renderer/print/ffmpegArgs.ts';
import type { Budget } from '../system/budget.ts';
import { ffmpegMemory, type Limits } from '../system/process.ts';
import { runFfmpeg } from '../system/sandbox.ts';

/** Sample rate of the engines' input: 16-bit mono. */
export const RATE = 16_000;
const SAMPLE = 2;
/** Resolution of loudness measurement, in seconds. */
const FRAME = 0.01;
const FRAME_BYTES = RATE * FRAME * SAMPLE;
const READ_FRAMES = 3000;
/** Number of frames of a pause; its loudness is that of its loudest frame. */
const PAUSE_FRAMES = 20;
/** Below this level (RMS of samples, of 32,768) there is no speech. */
const SILENCE = 15;

/** A span of audio that is recognized on its own, in seconds. */
export interface Piece {
  from: number;
  to: number;
}

/**
 * Writes the audio of a media file as raw samples from second 0, even if its audio starts later.
 * @param track index of the audio track. @param seconds length of the file. @throws ProcessError; DiskFullError; the
 * signal's reason when aborted.
 */
export async function extractAudio(
  file: string,
  { track, seconds }: { track: number; seconds: number },
  { out, budget, signal }: { out: string; budget: Pick<Budget, 'run'>; signal: AbortSignal },
): Promise<void> {
  const bytes = Math.ceil((seconds + 60) * RATE * SAMPLE);
  const limits: Limits = { wallSeconds: 3600, cpuSeconds: 3600, memory: 4 * 1024 ** 3, fileSize: bytes };
  const args = [
    ...splitOptions('-nostdin -v error -y -max_error_rate 1'),
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
 * Splits audio at its quietest moments into spans of limited length; omits silent spans.
 * @param file raw samples. @param longest in seconds.
 */
export async function splitAtPauses(file: string, longest: number): Promise<{ pieces: Piece[]; seconds: number }> {
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

/** Returns the middle of the quietest pause between two frames; the last one of equals. */
function quietest(loudness: Float32Array, from: number, to: number): number {
  let [best, at] = [Number.POSITIVE_INFINITY, to];
  for (let i = Math.floor(from); i + PAUSE_FRAMES <= to; i += 1) {
    let loudest = 0;
    for (let k = 0; k < PAUSE_FRAMES; k += 1) loudest = Math.max(loudest, loudness[i + k] ?? 0);
    if (loudest <= best) [best, at] = [loudest, i + PAUSE_FRAMES / 2];
  }
  return at;
}

/** Measures the loudness of each hundredth of a second. */
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

/** Writes a span as WAV. @param from file of raw samples. */
export async function writePiece(from: FileHandle, { from: start, to }: Piece, out: string): Promise<void> {
  const at = Math.round(start * RATE) * SAMPLE;
  const bytes = Buffer.alloc(Math.round(to * RATE) * SAMPLE - at);
  const { bytesRead } = await from.read(bytes, 0, bytes.length, at);
  await writeFile(out, Buffer.concat([wavHead(bytesRead), bytes.subarray(0, bytesRead)]));
}

/** Returns the header of a WAV file. @param size of the samples in bytes. */
function wavHead(size: number): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + size, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  // PCM, one channel.
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
