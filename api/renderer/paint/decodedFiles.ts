import { basename, join } from 'node:path';
import { filter } from '../../../engine/effects/ffmpegFilter.ts';
import type { VideoLayer } from '../../../engine/project/layers.ts';
import { ProcessError, probeLimits } from '../../system/process.ts';
import { runFfmpeg } from '../../system/sandbox.ts';
import type { Media } from '../media/openMedia.ts';
import type { Probe } from '../media/probe.ts';
import { readFailure, shownName } from '../media/unreadable.ts';
import type { Input, RenderPlan } from '../plan/plan.ts';
import type { FrameGrab } from '../plan/stillFrames.ts';
import { sourceColor } from '../plan/videoPart.ts';
import { printWhole } from '../print/printDeinterlaced.ts';
import { scaler } from '../print/printEffects.ts';
import { printSource } from '../print/printFrame.ts';
import { printInput } from '../print/printInputs.ts';
import { printMoments } from '../print/printRun.ts';
import { printPicture, printPng, unmarked } from './printPicture.ts';

/** Decodes media of a plan to PNG files while it is painted. */
export interface DecodedFiles {
  /** Decodes an image that Skia cannot open, such as a JPEG with junk between its segments, or an HDR image. @throws ProblemError */
  picture(url: string): Promise<string>;
  /** Decodes the frame of a video that a still shows. @throws ProblemError */
  frame(layer: Pick<VideoLayer, 'id' | 'url'>): Promise<string>;
}

/** Decodes with ffmpeg into the folder `work`. Problems name a file as the project does. */
export function decodedByFfmpeg(
  plan: RenderPlan,
  media: Pick<Media, 'paths' | 'probes'>,
  work: string,
  signal: AbortSignal | undefined,
): DecodedFiles {
  const decode = async (url: string, why: string, args: string[], out: string) => {
    try {
      await runFfmpeg(args, { limits: probeLimits, signal });
      return out;
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof ProcessError ? readFailure(error, shownName(url), why) : error;
    }
  };
  return {
    async picture(url) {
      const path = media.paths.get(url) as string;
      const out = join(work, `picture-${basename(path)}.png`);
      const probe = media.probes.get(url) as Probe;
      return decode(url, 'it is damaged', printPicture(path, probe, out), out);
    },
    async frame({ id, url }) {
      const grab = plan.grabs.find((candidate) => candidate.layer === id) as FrameGrab;
      const input = plan.inputs.find((candidate) => candidate.id === grab.input) as Input;
      const read = printInput(input, { media: () => media.paths.get(url) as string });
      const out = join(work, `frame-${plan.grabs.indexOf(grab)}.png`);
      const args = printPng(read, frameGraph(grab, media.probes.get(url)), out);
      return decode(url, 'it is damaged and cannot be decoded', args, out);
    },
  };
}

function frameGraph(grab: FrameGrab, probe: Parameters<typeof sourceColor>[0] | undefined): string {
  const [toneMap, matrix] = probe ? printSource(sourceColor(probe)) : [[], {}];
  return [
    `[0:V:0]${[...(probe ? printWhole(probe) : []), printMoments(grab.offset, [100, 1], grab)].join(',')}`,
    ...toneMap,
    filter('scale', { w: 'iw*sar', h: 'ih', flags: scaler, ...matrix }),
    'format=rgba',
    `${unmarked}[frame]`,
  ].join(',');
}
