import path from 'node:path';
import { filter } from '../../../engine/effects/ffmpegFilter.ts';
import { stripGrid } from '../../contract/derivedAddress.ts';
import type { Probe } from '../../renderer/media/probe.ts';
import { fileUrl, safeInput } from '../../renderer/media/safeInput.ts';
import { sourceColor } from '../../renderer/plan/videoPart.ts';
import { cleanOutput, number, splitOptions } from '../../renderer/print/ffmpegArgs.ts';
import { printWhole } from '../../renderer/print/printDeinterlaced.ts';
import { printSource } from '../../renderer/print/printFrame.ts';
import { mediaStillNeed } from '../../renderer/runs/need.ts';
import type { Limits } from '../../system/process.ts';
import { runFfmpeg } from '../../system/sandbox.ts';
import type { Derivation } from './derivation.ts';

/** Largest size of a frame, in pixels. */
const MOST = { width: 256, height: 96 };
/**
 * Length in seconds above which only key frames are decoded: in such long videos, a frame may be off by some seconds.
 */
const LONG = 120;
const limits: Limits = { wallSeconds: 600, cpuSeconds: 900, memory: 8 * 1024 ** 3, fileSize: 64_000_000 };

/** Filmstrip: small frames at equal distances in one JPEG, see stripGrid. */
export const strip: Derivation = {
  file: 'strip-1.jpg',
  type: 'image/jpeg',
  isOf: ({ kind, duration }) => kind === 'video' && duration > 0,
  async make(file, probe, { out, budget, signal }) {
    const side = Math.max(MOST.width * stripGrid.columns, MOST.height * stripGrid.rows);
    const need = mediaStillNeed(probe, { side, folder: path.dirname(out) });
    const options = { limits, signal, isBackground: true };
    await budget.run(need, () => runFfmpeg(printStrip(file, probe, out), options), signal);
  },
};

function printStrip(file: string, probe: Probe, out: string): string[] {
  const { columns, rows } = stripGrid;
  const scale = Math.min(1, MOST.width / probe.width, MOST.height / probe.height);
  const size = [probe.width, probe.height].map((one) => Math.max(2, 2 * Math.round((one * scale) / 2)));
  const [toneMap, source] = printSource(sourceColor(probe));
  const graph = [
    ...printWhole(probe),
    filter('fps', `${columns * rows}/${number(probe.duration)}`, { start_time: 0, round: 'up' }),
    ...toneMap,
    filter('scale', ...size, { flags: 'area', ...source, out_color_matrix: 'bt601', out_range: 'pc' }),
    'format=yuvj420p,setsar=1',
    // If video ends before audio, the last frame is repeated.
    'tpad=stop=-1:stop_mode=clone',
    filter('tile', `${columns}x${rows}`),
  ].join(',');
  return [
    ...splitOptions('-nostdin -v error -y -max_error_rate 1'),
    ...safeInput,
    ...(probe.duration > LONG ? splitOptions('-skip_frame nokey') : []),
    ...['-threads', '2', '-an', '-i', fileUrl(file), '-map', '0:V:0', '-vf', graph],
    ...cleanOutput,
    ...splitOptions('-frames:v 1 -c:v mjpeg -q:v 5 -f image2 -update 1'),
    fileUrl(out),
  ];
}
