import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProblemError } from '../../engine/project/problems.ts';
import type { Project } from '../../engine/project/project.ts';
import { shownMedia } from '../../engine/timeline/requiredMedia.ts';
import { createBudget } from '../system/budget.ts';
import { isDiskFull } from '../system/diskFull.ts';
import { forgetLinks } from '../system/mediaLinks.ts';
import { makeWorkFolder, sweepTemporary } from '../system/temporary.ts';
import { mediaToRender } from './checkProject.ts';
import { duckingPeaks } from './duckingPeaks.ts';
import { channelsOf } from './media/audioTracks.ts';
import { linkMedia, type Media, type MediaOptions } from './media/openMedia.ts';
import { paintingWith, webpWriter } from './painting.ts';
import { compileRender } from './plan/compile.ts';
import type { Input, RenderPlan } from './plan/plan.ts';
import { memoryBudget } from './print/ffmpegArgs.ts';
import { withGain } from './runs/loudnessGain.ts';
import { segmentLengthOf } from './segments/segmentLength.ts';
import { tryCopies } from './segments/tryCopies.ts';
import { chooseRenderMode } from './ways/chooseRenderMode.ts';

/** Returns the encoding plan for a video whose frames could not be copied after all. */
export function encodingPlan(compiled: RenderPlan): RenderPlan {
  return { ...compiled, way: { kind: 'encode', why: 'Copied frames did not go together.' } };
}

/**
 * Plans a render without rendering. Only a trial shows whether frames can be copied, so copies are written and deleted.
 * @throws ProblemError; DiskFullError; the signal's reason when aborted.
 */
export async function planRender(
  project: Project,
  options: MediaOptions,
): Promise<{ plan: RenderPlan; probes: Media['probes'] }> {
  const { signal } = options;
  const measured = await mediaToRender(project, options);
  await sweepTemporary(tmpdir());
  const work = await makeWorkFolder(tmpdir());
  try {
    const budget = createBudget();
    const writeWebp = webpWriter(paintingWith(undefined), work);
    const media = await linkMedia(measured, work, { budget, signal, shown: shownMedia(project), writeWebp });
    const { probes, paths } = media;
    const peaks = await duckingPeaks(project, media, { budget, folder: work, signal });
    const files = {
      media: ({ url }: { url: string }) => paths.get(url) as string,
      channels: (input: Input) => channelsOf(input, probes),
      work,
      out: join(work, 'copied.part'),
      memory: memoryBudget,
    };
    const run = { media, files, budget, signal };
    const compiled = await withGain(
      compileRender(project, probes, { segmentLength: segmentLengthOf(project, probes), peaks }),
      run,
    );
    const plan = await chooseRenderMode(compiled, media, { alwaysEncode: project.alwaysEncode, signal });
    const tried = await tryCopies(plan, run).then(
      () => plan,
      (error: unknown) => {
        if (signal?.aborted || error instanceof ProblemError || isDiskFull(error)) throw error;
        return encodingPlan(compiled);
      },
    );
    return { plan: tried, probes };
  } finally {
    forgetLinks(work);
    await rm(work, { recursive: true, force: true });
  }
}
