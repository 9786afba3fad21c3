import path from 'node:path';
import { filter } from '../../../engine/effects/ffmpegFilter.ts';
import type { Probe } from '../../renderer/media/probe.ts';
import { fileUrl, safeInput } from '../../renderer/media/safeInput.ts';
import { sourceColor } from '../../renderer/plan/videoPart.ts';
import { cleanOutput, splitOptions } from '../../renderer/print/ffmpegArgs.ts';
import { printWhole } from '../../renderer/print/printDeinterlaced.ts';
import { toBt709 } from '../../renderer/print/printEffects.ts';
import { printSource } from '../../renderer/print/printFrame.ts';
import { mediaStillNeed } from '../../renderer/runs/need.ts';
import type { Limits } from '../../system/process.ts';
import { runFfmpeg } from '../../system/sandbox.ts';
import type { Derivation } from './derivation.ts';

/** Longer side, in pixels. */
const SIDE = 640;
/** Seconds between key frames, so that seeking decodes few frames. */
const KEY_SECONDS = 0.5;
/** Upper estimate of bytes per second. */
const BYTES_PER_SECOND = 120_000;
const limits: Limits = { wallSeconds: 3600, cpuSeconds: 7200, memory: 8 * 1024 ** 3, fileSize: 1024 ** 3 };

/** Small video that all browsers play, to preview unsupported ones: upright, each frame at its original time. */
export const proxy: Derivation = {
  file: 'proxy-1.mp4',
  type: 'video/mp4',
  isOf: ({ kind }) => kind === 'video',
  async make(file, probe, { out, budget, signal, onProgress }) {
    const folder = path.dirname(out);
    const { memory = 0, decoders = 1 } = mediaStillNeed(probe, { side: SIDE, folder });
    const bytes = Math.min(limits.fileSize, 1_000_000 + BYTES_PER_SECOND * probe.duration);
    const onOutput = (text: string) => {
      const done = Number([...text.matchAll(/^out_time_us=(\d+)$/gm)].at(-1)?.[1]) / 1e6;
      if (done > 0 && probe.duration > 0) onProgress(Math.min(1, done / probe.duration));
    };
    const options = { limits, signal, isBackground: true, onOutput };
    const run = () => runFfmpeg(printProxy(file, probe, out), options);
    await budget.run({ memory: memory + 100_000_000, decoders, disk: { folder, bytes } }, run, signal);
  },
};

function printProxy(file: string, probe: Probe, out: string): string[] {
  const { width, height, channels, tick, audioTrack } = probe;
  const scale = Math.min(1, SIDE / Math.max(width, height));
  const size = [width, height].map((one) => Math.max(2, 2 * Math.round((one * scale) / 2)));
  const [toneMap, source] = printSource(sourceColor(probe));
  const graph = [
    ...printWhole(probe),
    ...toneMap,
    filter('scale', ...size, { flags: 'fast_bilinear', ...source, ...toBt709 }),
    'format=yuv420p,setsar=1',
  ].join(',');
  return [
    ...splitOptions('-nostdin -v error -y -progress pipe:1 -stats_period 0.5 -max_error_rate 1'),
    ...safeInput,
    ...['-threads', '2', '-i', fileUrl(file), '-map', '0:V:0', '-map', `0:a:${audioTrack}?`, '-vf', graph],
    ...cleanOutput,
    ...['-fps_mode', 'passthrough', '-enc_time_base', tick.join(':')],
    ...splitOptions('-c:v libx264 -preset veryfast -crf 27 -threads 2'),
    // No B-frames: then the first frame starts at its time without an edit list.
    ...['-bf', '0', '-force_key_frames', `expr:gte(t,n_forced*${KEY_SECONDS})`],
    ...splitOptions('-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv'),
    ...['-c:a', 'aac', '-b:a', '96k', '-ar', '48000', '-ac', channels === 1 ? '1' : '2'],
    ...['-movflags', '+faststart', '-f', 'mp4', fileUrl(out)],
  ];
}
