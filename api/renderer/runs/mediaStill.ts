import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { filter } from '../../../engine/effects/ffmpegFilter.ts';
import { latenessOf } from '../../../engine/timeline/mediaTime.ts';
import type { Budget } from '../../system/budget.ts';
import { ProcessError, probeLimits } from '../../system/process.ts';
import { runFfmpeg } from '../../system/sandbox.ts';
import type { Probe } from '../media/probe.ts';
import { probeFile } from '../media/probe.ts';
import type { ProbeFile } from '../media/probeCache.ts';
import { fileUrl } from '../media/safeInput.ts';
import { readFailure, shownName, unreadable } from '../media/unreadable.ts';
import type { Input } from '../plan/plan.ts';
import { seekStartOf, sourceColor } from '../plan/videoPart.ts';
import { cleanOutput, splitOptions } from '../print/ffmpegArgs.ts';
import { printWhole } from '../print/printDeinterlaced.ts';
import { scaler } from '../print/printEffects.ts';
import { printSource } from '../print/printFrame.ts';
import { printInput } from '../print/printInputs.ts';
import { printMoments } from '../print/printRun.ts';
import { mediaStillNeed } from './need.ts';

/** Options of a still that is taken from a video. */
export interface MediaStill {
  /** Time in the video, in seconds; after the end, the last frame is used. */
  at: number;
  /** Maximum length of the longer side, in pixels. A smaller video keeps its size. */
  side: number;
  /** File to write, in an existing folder that only this job uses. */
  out: string;
  /** Limits ffmpeg runs together with other work; without it they start at once. */
  budget?: Pick<Budget, 'run'> | undefined;
  /** Measures the video; default: `probeFile`. */
  probe?: ProbeFile | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Writes the upright frame of a video at a time as JPEG.
 * @throws ProblemError media.unreadable if the file is no video or cannot be decoded; DiskFullError if the budget has
 * no room for it; the signal's reason when aborted.
 */
export async function writeMediaStill(path: string, still: MediaStill): Promise<void> {
  const measure = still.probe ?? probeFile;
  const probe = await measure(path, still.signal ? { signal: still.signal } : {});
  if (probe.kind !== 'video') throw unreadable(shownName(path), 'frames can only be saved from videos');
  const { side, out, budget, signal } = still;
  const need = mediaStillNeed(probe, { side, folder: dirname(out) });
  const at = probe.duration > 0 ? Math.min(still.at, probe.duration) : still.at;
  // If no frame follows the requested time, decode from the start to find the last one.
  for (const from of new Set([at, 0])) {
    const args = printStill(path, probe, { ...still, at, from });
    const run = () => runFfmpeg(args, { limits: probeLimits, signal });
    try {
      await (budget ? budget.run(need, run, signal) : run());
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof ProcessError ? readFailure(error, shownName(path), damaged) : error;
    }
    if (await isWritten(out)) return;
  }
  throw unreadable(shownName(path), damaged);
}

function printStill(path: string, probe: Probe, { at, from, side, out }: MediaStill & { from: number }): string[] {
  const input: Input = { id: 'v', url: path, ...seekStartOf(probe, from), threads: 2 };
  const [toneMap, source] = printSource(sourceColor(probe));
  const { width, height } = probe;
  const scale = Math.min(1, side / Math.max(width, height));
  const size = [width, height].map((one) => Math.max(1, Math.round(one * scale)));
  const graph = [
    `[0:V:0]${[...printWhole(probe), printMoments(at - input.seek, [100, 1], { lateness: latenessOf({ speed: 1, fps: probe.fps }) })].join(',')}`,
    ...toneMap,
    filter('scale', ...size, { flags: scaler, ...source, out_color_matrix: 'bt601', out_range: 'pc' }),
    'format=yuvj420p,setsar=1[still]',
  ].join(',');
  return [
    ...splitOptions('-nostdin -v error -y'),
    ...printInput(input, { media: () => path }),
    ...['-filter_complex', graph, '-map', '[still]'],
    ...cleanOutput,
    ...splitOptions('-frames:v 1 -c:v mjpeg -q:v 4 -f image2 -update 1'),
    fileUrl(out),
  ];
}

async function isWritten(file: string): Promise<boolean> {
  return stat(file).then(
    ({ size }) => size > 0,
    () => false,
  );
}

const damaged = 'it is damaged and cannot be decoded';
