import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PeakMeter } from '../../../engine/timeline/peaks.ts';
import { fileUrl, safeInput } from '../../renderer/media/safeInput.ts';
import { words } from '../../renderer/print/ffmpegArgs.ts';
import { environment } from '../../system/environment.ts';
import { ffmpegMemory, type Limits, runProcess } from '../../system/process.ts';
import type { Derivation } from './derivation.ts';

const RATE = 48_000;
/** Highest value of a sample, and how many bytes it takes. */
const FULL = 32_768;
const SAMPLE = 2;
const limits: Limits = { wallSeconds: 900, cpuSeconds: 900, memory: 4 * 1024 ** 3, fileSize: 1_000_000 };

/** How loud a file is over its time, as `engine/timeline/peaks.ts` measures it: a byte each hundredth of a second. */
export const peaks: Derivation = {
  file: 'peaks-1.bin',
  type: 'application/octet-stream',
  isOf: ({ hasAudio }) => hasAudio,
  async make(file, { channels, duration }, { out, budget, signal, onProgress }) {
    const meter = new PeakMeter();
    const count = Math.min(2, Math.max(1, channels));
    let rest: Buffer = Buffer.alloc(0);
    let first = 0;
    const onBytes = (bytes: Buffer) => {
      const all = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes;
      const length = Math.floor(all.length / SAMPLE / count);
      rest = all.subarray(length * count * SAMPLE);
      meter.add({ channels: samplesOf(all, count, length), rate: RATE }, first);
      first += length;
      if (duration > 0) onProgress(Math.min(1, first / RATE / duration));
    };
    const need = { memory: ffmpegMemory, decoders: 1, disk: { folder: path.dirname(out), bytes: 1_000_000 } };
    const options = { limits, signal, isBackground: true, onBytes };
    await budget.run(need, () => runProcess(environment().ffmpeg, printSamples(file, count), options), signal);
    await writeFile(out, meter.peaks);
  },
};

function samplesOf(bytes: Buffer, count: number, length: number): Float32Array[] {
  return Array.from({ length: count }, (_, channel) => {
    const samples = new Float32Array(length);
    for (let i = 0, at = channel * SAMPLE; i < length; i += 1, at += count * SAMPLE)
      samples[i] = bytes.readInt16LE(at) / FULL;
    return samples;
  });
}

/** What is heard from second 0 of the file on, also where the sound begins later. */
function printSamples(file: string, count: number): string[] {
  return [
    ...words('-nostdin -v error -max_error_rate 1'),
    ...safeInput,
    ...['-vn', '-i', fileUrl(file), '-map', '0:a:0'],
    ...['-af', `aresample=${RATE}:async=1:first_pts=0`, '-ac', String(count)],
    ...words('-c:a pcm_s16le -f s16le pipe:1'),
  ];
}
