import path from 'node:path';
import type { Probe } from '../../renderer/media/probe.ts';
import { fileUrl, safeInput } from '../../renderer/media/safeInput.ts';
import { cleanOutput, splitOptions } from '../../renderer/print/ffmpegArgs.ts';
import { ffmpegMemory, type Limits } from '../../system/process.ts';
import { runFfmpeg } from '../../system/sandbox.ts';
import type { Derivation } from './derivation.ts';

/** Most bytes per second of output. */
const BYTES_PER_SECOND = 22_000;
const limits: Limits = { wallSeconds: 900, cpuSeconds: 1800, memory: 4 * 1024 ** 3, fileSize: 300_000_000 };

/**
 * An audio track of a file, to preview what browsers do not play: unsupported formats, or another track than the
 * default. Second 0 is that of the file.
 */
export const sound: Derivation = {
  file: 'sound-1.m4a',
  type: 'audio/mp4',
  isOf: ({ hasAudio }) => hasAudio,
  async make(file, probe, { out, budget, signal, onProgress }) {
    const onOutput = (text: string) => {
      const done = Number([...text.matchAll(/^out_time_us=(\d+)$/gm)].at(-1)?.[1]) / 1e6;
      if (done > 0 && probe.duration > 0) onProgress(Math.min(1, done / probe.duration));
    };
    const disk = { folder: path.dirname(out), bytes: 1_000_000 + BYTES_PER_SECOND * probe.duration };
    const run = () => runFfmpeg(printSound(file, probe, out), { limits, signal, isBackground: true, onOutput });
    await budget.run({ memory: ffmpegMemory, decoders: 1, disk }, run, signal);
  },
};

function printSound(file: string, { audioTrack }: Probe, out: string): string[] {
  return [
    ...splitOptions('-nostdin -v error -y -progress pipe:1 -stats_period 0.5 -max_error_rate 1'),
    ...safeInput,
    ...['-vn', '-i', fileUrl(file), '-map', `0:a:${audioTrack}`],
    ...['-af', 'aresample=48000:async=1:first_pts=0'],
    ...cleanOutput,
    ...splitOptions('-c:a aac -b:a 160k -ac 2 -movflags +faststart -f mp4'),
    fileUrl(out),
  ];
}
