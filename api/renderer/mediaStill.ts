import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { latenessOf } from '../../engine/timeline/mediaTime.ts';
import type { Budget } from '../system/budget.ts';
import { ProcessError, probeLimits } from '../system/process.ts';
import { runFfmpeg } from '../system/sandbox.ts';
import type { Probe } from './media/probe.ts';
import { probeFile } from './media/probe.ts';
import type { ProbeFile } from './media/probeCache.ts';
import { fileUrl } from './media/safeInput.ts';
import { readFailure, shownName, unreadable } from './media/unreadable.ts';
import type { Input } from './plan/plan.ts';
import { pictureFrom, sourceColor } from './plan/videoPart.ts';
import { cleanOutput, words } from './print/ffmpegArgs.ts';
import { printWhole } from './print/printDeinterlaced.ts';
import { scaler } from './print/printEffects.ts';
import { printSource } from './print/printFrame.ts';
import { printInput } from './print/printInputs.ts';
import { printMoments } from './print/printRun.ts';
import { mediaStillNeed } from './runs/need.ts';

/** What a still of a video is like. */
export interface MediaStill {
  /** Seconds of the video; beyond its end the last picture comes. */
  at: number;
  /** Longer side at most, pixels: a smaller video keeps its size. */
  side: number;
  /** File to write, in an existing folder that is this job's alone. */
  out: string;
  /** What its runs of ffmpeg share with other work; without it they begin at once. */
  budget?: Pick<Budget, 'run'> | undefined;
  /** Measures the video; default: anew. */
  probe?: ProbeFile | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Writes the picture that a video shows at a time, upright, as JPEG.
 * @throws ProblemError media.unreadable for a file without pictures that move or one that cannot be decoded; DiskFullError
 * where the budget has no room for it; the signal's reason when it is aborted.
 */
export async function writeMediaStill(path: string, still: MediaStill): Promise<void> {
  const measure = still.probe ?? probeFile;
  const probe = await measure(path, still.signal ? { signal: still.signal } : {});
  if (probe.kind !== 'video') throw unreadable(shownName(path), 'only of videos there are stills');
  const { side, out, budget, signal } = still;
  const need = mediaStillNeed(probe, { side, folder: dirname(out) });
  const at = probe.duration > 0 ? Math.min(still.at, probe.duration) : still.at;
  // Where there is no picture from the wanted time on, the last one is found from the start.
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
  const input: Input = { id: 'v', url: path, ...pictureFrom(probe, from), threads: 2 };
  const [toneMap, source] = printSource(sourceColor(probe));
  const { width, height } = probe;
  const scale = Math.min(1, side / Math.max(width, height));
  const size = [width, height].map((one) => Math.max(1, Math.round(one * scale))).join(':');
  const graph = [
    `[0:V:0]${[...printWhole(probe), printMoments(at - input.seek, [100, 1], { lateness: latenessOf({ speed: 1, fps: probe.fps }) })].join(',')}`,
    ...toneMap,
    `scale=${size}:flags=${scaler}${source}:out_color_matrix=bt601:out_range=pc`,
    'format=yuvj420p,setsar=1[still]',
  ].join(',');
  return [
    ...words('-nostdin -v error -y'),
    ...printInput(input, { media: () => path }),
    ...['-filter_complex', graph, '-map', '[still]'],
    ...cleanOutput,
    ...words('-frames:v 1 -c:v mjpeg -q:v 4 -f image2 -update 1'),
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
