import { filter } from '../../../engine/effects/ffmpegFilter.ts';
import { PeakMeter, type Peaks } from '../../../engine/timeline/peaks.ts';
import type { Budget } from '../../system/budget.ts';
import { ffmpegMemory, type Limits } from '../../system/process.ts';
import { runFfmpeg } from '../../system/sandbox.ts';
import type { Probe } from '../media/probe.ts';
import { fileUrl, safeInput } from '../media/safeInput.ts';
import { splitOptions } from '../print/ffmpegArgs.ts';

const RATE = 48_000;
/** Full scale of a sample, and its size in bytes. */
const FULL = 32_768;
const SAMPLE = 2;
const limits: Limits = { wallSeconds: 900, cpuSeconds: 900, memory: 4 * 1024 ** 3, fileSize: 1_000_000 };

/** Options for measuring audio. */
export interface PeakOptions {
  /** Limits ffmpeg runs together with renders. */
  budget: Pick<Budget, 'run'>;
  /** Folder for files that the run writes; absent: nothing is written. */
  folder?: string;
  signal?: AbortSignal | undefined;
  /** Called with progress, 0 to 1. */
  onProgress?: (share: number) => void;
}

/**
 * Measures the peaks of a file over time, as defined in `engine/timeline/peaks.ts`.
 * @throws ProcessError if the file cannot be decoded; the signal's reason when aborted.
 */
export async function readPeaks(
  file: string,
  { channels, duration, audioTrack }: Pick<Probe, 'channels' | 'duration' | 'audioTrack'>,
  { budget, folder, signal, onProgress }: PeakOptions,
): Promise<Peaks> {
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
    if (duration > 0) onProgress?.(Math.min(1, first / RATE / duration));
  };
  const disk = folder === undefined ? {} : { disk: { folder, bytes: 1_000_000 } };
  const options = { limits, signal, isBackground: true, onBytes };
  const run = () => runFfmpeg(printSamples(file, audioTrack, count), options);
  await budget.run({ memory: ffmpegMemory, decoders: 1, ...disk }, run, signal);
  return meter.peaks;
}

function samplesOf(bytes: Buffer, count: number, length: number): Float32Array[] {
  return Array.from({ length: count }, (_, channel) => {
    const samples = new Float32Array(length);
    for (let i = 0, at = channel * SAMPLE; i < length; i += 1, at += count * SAMPLE)
      samples[i] = bytes.readInt16LE(at) / FULL;
    return samples;
  });
}

/** Starts at second 0 of the file, also if the audio begins later. */
function printSamples(file: string, track: number, count: number): string[] {
  return [
    ...splitOptions('-nostdin -v error -max_error_rate 1'),
    ...safeInput,
    ...['-vn', '-i', fileUrl(file), '-map', `0:a:${track}`],
    ...['-af', filter('aresample', RATE, { async: 1, first_pts: 0 }), '-ac', String(count)],
    ...splitOptions('-c:a pcm_s16le -f s16le pipe:1'),
  ];
}
