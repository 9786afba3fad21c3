import { stat } from 'node:fs/promises';
import path from 'node:path';
import { filter } from '../../../engine/effects/ffmpegFilter.ts';
import type { Probe } from '../../renderer/media/probe.ts';
import { fileUrl, safeInput } from '../../renderer/media/safeInput.ts';
import { writeTransparentGif } from '../../renderer/media/transparentGif.ts';
import { cleanOutput, splitOptions } from '../../renderer/print/ffmpegArgs.ts';
import type { Budget } from '../../system/budget.ts';
import { isDiskFull } from '../../system/diskFull.ts';
import { ffmpegMemory, type Limits, notFound, ProcessError } from '../../system/process.ts';
import { runFfmpeg } from '../../system/sandbox.ts';
import { fail } from '../../system/serviceError.ts';

const gigabyte = 1024 ** 3;
/** Far beyond the largest accepted GIF. */
const limits: Limits = { wallSeconds: 1200, cpuSeconds: 3600, memory: 8 * gigabyte, fileSize: gigabyte };
/** Decoded frames that the encoders of color and alpha hold together. */
const FREEZE_FRAMES = 100;
/** Duration of the copy of the last frame that ends the video at the right time, in milliseconds. */
const TAIL_MS = 10;

/**
 * Converts a GIF to WebM (VP9) with alpha. Each frame keeps its time, and the last one its duration.
 * @param out file to write, in a folder of this job.
 * @throws ServiceError "unreadable"; DiskFullError; the signal's reason when aborted.
 */
export async function convertGif(
  file: string,
  probe: Probe,
  { out, budget, signal }: { out: string; budget: Pick<Budget, 'run'>; signal: AbortSignal },
): Promise<void> {
  if (probe.container !== 'gif' || !probe.animated) throw fail('unreadable', 'Only animated GIFs are converted.');
  const pixels = probe.width * probe.height;
  const { size } = await stat(file);
  const need = {
    memory: ffmpegMemory + FREEZE_FRAMES * pixels * 4,
    decoders: 1,
    disk: { folder: path.dirname(out), bytes: 4 * size + 2_000_000 },
  };
  const run = async () => {
    const clear = `${out}.gif`;
    if (probe.showsGround) await writeTransparentGif(file, clear);
    await runFfmpeg(printConversion(probe.showsGround ? clear : file, probe, out), { limits, signal });
  };
  try {
    await budget.run(need, run, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ProcessError)) throw error;
    if (error.reason === 'start') throw notFound(error);
    if (error.reason !== 'exit' || isDiskFull(error)) throw error;
    throw fail('unreadable', 'This GIF is damaged and cannot be decoded.', { cause: error });
  }
}

function printConversion(file: string, { fps, duration }: Probe, out: string): string[] {
  const frames = Math.round(fps * duration);
  const end = Math.round(duration * 1000) - TAIL_MS;
  const graph = [
    // WebM has no duration for its last frame: a copy of it shortly before the end provides one.
    '[0:v]tpad=stop=1:stop_mode=clone',
    'settb=1/1000',
    filter('setpts', `if(gte(N,${frames}),${end},PTS)`),
    'scale=out_color_matrix=bt709:out_range=tv',
    'format=yuva420p[v]',
  ].join(',');
  return [
    ...splitOptions('-nostdin -v error -y'),
    ...safeInput,
    ...splitOptions('-f gif -ignore_loop 1 -i'),
    fileUrl(file),
    ...['-filter_complex', graph, '-map', '[v]'],
    ...cleanOutput,
    ...splitOptions('-fps_mode passthrough -enc_time_base 1:1000'),
    ...splitOptions('-c:v libvpx-vp9 -crf 18 -b:v 0 -deadline good -cpu-used 4 -row-mt 1 -auto-alt-ref 0'),
    ...splitOptions('-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv'),
    ...['-bsf:v', `setts=duration=${TAIL_MS}`, '-f', 'webm', fileUrl(out)],
  ];
}
