import { basename, join } from 'node:path';
import type { VideoLayer } from '../../../engine/project/layers.ts';
import { notFound, ProcessError, probeLimits } from '../../system/process.ts';
import { runFfmpeg } from '../../system/sandbox.ts';
import type { Media } from '../media/openMedia.ts';
import { maxPicture } from '../media/probe.ts';
import { fileUrl, safeInput } from '../media/safeInput.ts';
import { shownName, unreadable } from '../media/unreadable.ts';
import type { Input, RenderPlan } from '../plan/plan.ts';
import type { Grab } from '../plan/stillFrames.ts';
import { sourceColor } from '../plan/videoPart.ts';
import { printWhole } from '../print/printDeinterlaced.ts';
import { scaler } from '../print/printEffects.ts';
import { printSource } from '../print/printFrame.ts';
import { printInput } from '../print/printInputs.ts';
import { printMoments } from '../print/printRun.ts';

/** PNG files that are decoded from a plan's media while it is painted. */
export interface DecodedFiles {
  /** Decodes a picture that Skia does not open, such as a JPEG with junk between its segments. @throws ProblemError */
  picture(url: string): Promise<string>;
  /** Decodes the frame that a still shows of a video. @throws ProblemError */
  frame(layer: Pick<VideoLayer, 'id' | 'url'>): Promise<string>;
}

/** Decodes with ffmpeg, into the folder `work`. A problem speaks of a file by the name that the project gives it. */
export function decodedByFfmpeg(
  plan: RenderPlan,
  media: Pick<Media, 'paths' | 'probes'>,
  work: string,
  signal: AbortSignal | undefined,
): DecodedFiles {
  const decode = async (url: string, why: string, read: readonly string[], graph: string, out: string) => {
    try {
      await writeFrame(read, graph, out, signal);
      return out;
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ProcessError && error.reason === 'start') throw notFound(error);
      throw unreadable(shownName(url), why, error);
    }
  };
  return {
    async picture(url) {
      const path = media.paths.get(url) as string;
      // Said, since by its name a picture is the first of many to ffmpeg.
      const { container = '', orientation = 1 } = media.probes.get(url) ?? {};
      const read = [...safeInput, ...ofPicture, '-f', container, '-i', fileUrl(path)];
      const out = join(work, `picture-${basename(path)}.png`);
      return decode(
        url,
        'it is damaged',
        read,
        `[0:v:0]${uprightGraph(container, orientation)}format=rgba[frame]`,
        out,
      );
    },
    async frame({ id, url }) {
      const grab = plan.grabs.find((candidate) => candidate.layer === id) as Grab;
      const input = plan.inputs.find((candidate) => candidate.id === grab.input) as Input;
      const read = printInput(input, { media: () => media.paths.get(url) as string });
      const out = join(work, `frame-${plan.grabs.indexOf(grab)}.png`);
      return decode(url, 'it is damaged and cannot be decoded', read, frameGraph(grab, media.probes.get(url)), out);
    },
  };
}

/** What a decoder may make of a header that says another size than was measured. */
const ofPicture = ['-max_pixels', String(maxPicture)];

/** How a picture comes upright, by its orientation from 1 on (EXIF 3.0, §4.6.5.1.6). */
const turns = ['', 'hflip,', 'hflip,vflip,', 'vflip,', 'transpose=0,', 'transpose=1,', 'transpose=3,', 'transpose=2,'];

/** The filters that turn a picture upright. ffmpeg turns a JPEG by itself, and a TIFF not. */
function uprightGraph(container: string, orientation: number): string {
  return container === 'tiff_pipe' ? (turns[orientation - 1] as string) : '';
}

function frameGraph(grab: Grab, probe: Parameters<typeof sourceColor>[0] | undefined): string {
  const [toneMap, matrix] = probe ? printSource(sourceColor(probe)) : [[], ''];
  return [
    `[0:V:0]${[...(probe ? printWhole(probe) : []), printMoments(grab.offset, [100, 1], grab)].join(',')}`,
    ...toneMap,
    `scale=w=iw*sar:h=ih:flags=${scaler}${matrix},format=rgba`,
    // Notes on primaries and light curve in the PNG would have it shown in other colors.
    'setparams=color_primaries=unknown:color_trc=unknown[frame]',
  ].join(',');
}

/** Writes the first frame of a graph as PNG. @param read options of its input. */
async function writeFrame(
  read: readonly string[],
  graph: string,
  path: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const start = ['-nostdin', '-v', 'error', '-y'];
  const end = ['-map', '[frame]', '-frames:v', '1', '-f', 'image2', '-update', '1', fileUrl(path)];
  await runFfmpeg([...start, ...read, '-filter_complex', graph, ...end], {
    limits: probeLimits,
    signal,
  });
}
