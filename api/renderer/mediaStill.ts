import { stat } from 'node:fs/promises';
import { LATENESS } from '../../engine/timeline/mediaTime.ts';
import { environment } from '../system/environment.ts';
import { notFound, ProcessError, probeLimits, runProcess } from '../system/process.ts';
import type { Probe } from './media/probe.ts';
import { probeFile } from './media/probe.ts';
import { fileUrl, safeInput } from './media/safeInput.ts';
import { shownName, unreadable } from './media/sniff.ts';
import { sourceColor } from './plan/videoPart.ts';
import { cleanOutput, number, words } from './print/ffmpegArgs.ts';
import { scaler } from './print/printEffects.ts';
import { printSource } from './print/printFrame.ts';

/** So long before the wanted time decoding begins, seconds; the next is tried where there is no picture from there on. */
const STARTS = [0.25, 5, Number.POSITIVE_INFINITY];

/** What a still of a video is like. */
export interface MediaStill {
  /** Seconds of the video; beyond its end the last picture comes. */
  at: number;
  /** Longer side at most, pixels: a smaller video keeps its size. */
  side: number;
  /** File to write, in an existing folder that is this job's alone. */
  out: string;
  signal?: AbortSignal | undefined;
}

/**
 * Writes the picture that a video shows at a time, upright, as JPEG.
 * @throws ProblemError media.unreadable for a file without pictures that move or one that cannot be decoded; the
 * signal's reason when it is aborted.
 */
export async function writeMediaStill(path: string, still: MediaStill): Promise<void> {
  const probe = await probeFile(path, still.signal ? { signal: still.signal } : {});
  if (probe.kind !== 'video') throw unreadable(shownName(path), 'only of videos there are stills');
  const at = probe.duration > 0 ? Math.min(still.at, probe.duration) : still.at;
  const starts = [...new Set(STARTS.map((before) => Math.max(0, at - before)))];
  for (const seek of starts) {
    try {
      await runProcess(environment().ffmpeg, printStill(path, probe, { ...still, at, seek }), {
        limits: probeLimits,
        signal: still.signal,
      });
    } catch (error) {
      still.signal?.throwIfAborted();
      if (error instanceof ProcessError && error.reason === 'start') throw notFound(error);
      throw damaged(path, error);
    }
    if (await isWritten(still.out)) return;
  }
  throw damaged(path);
}

function printStill(path: string, probe: Probe, { at, seek, side, out }: MediaStill & { seek: number }): string[] {
  const [toneMap, source] = printSource(sourceColor(probe));
  const { width, height } = probe;
  const scale = Math.min(1, side / Math.max(width, height));
  const size = [width, height].map((one) => Math.max(1, Math.round(one * scale))).join(':');
  const graph = [
    // The picture that is shown then has begun before, or a rounding later; the last one stays for good.
    `[0:V:0]tpad=stop=-1:stop_mode=clone,fps=100:round=up:start_time=${number(at - seek + LATENESS)}`,
    ...toneMap,
    `scale=${size}:flags=${scaler}${source}:out_color_matrix=bt601:out_range=pc`,
    'format=yuvj420p,setsar=1[still]',
  ].join(',');
  return [
    ...words('-nostdin -v error -y'),
    ...safeInput,
    ...(seek > 0 ? ['-ss', number(seek)] : []),
    ...words('-threads 2 -an'),
    ...['-i', fileUrl(path), '-filter_complex', graph, '-map', '[still]'],
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

function damaged(path: string, cause?: unknown) {
  return unreadable(shownName(path), 'it is damaged and cannot be decoded', cause);
}
