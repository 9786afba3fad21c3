import { rename } from 'node:fs/promises';
import type { Project } from '../../../engine/project/project.ts';
import { ensureFonts } from '../../fonts/ensure.ts';
import { makeRoomFor } from '../../system/makeFolder.ts';
import { expectUnchanged } from '../media/openMedia.ts';
import { openCached } from '../segments/openCached.ts';
import { paintersOf } from '../segments/paintersOf.ts';
import { segmentFile } from '../segments/segmentFiles.ts';
import { renderSegment } from '../segments/segments.ts';
import { PainterMismatchError, type SharedPlan } from '../segments/sharing.ts';
import { sliceAt } from '../segments/slicesOf.ts';
import { type JobOptions, openRenderJob } from './renderJob.ts';

/** Options of a single segment. */
export interface SharedSegmentOptions extends JobOptions {
  /** File to write; its folder is created. */
  out: string;
  /** Called with the finished share, 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * Renders one segment of a video that was planned before, maybe on another machine. Opens only the media it shows.
 * @param input the video's project. @param index index of the segment.
 * @returns the key under which it may be cached.
 * @throws PainterMismatchError; like renderProject.
 */
export async function renderSharedSegment(
  input: Project,
  { plan, lacking, painters }: SharedPlan,
  index: number,
  options: SharedSegmentOptions,
): Promise<string | undefined> {
  const { out, signal, fontsDir, onProgress } = options;
  const slice = sliceAt(plan, index);
  const layers = slice.bitmaps.flatMap((bitmap) => bitmap.layers);
  const only = new Set([...slice.inputs, ...layers].flatMap((one) => ('url' in one ? [one.url] : [])));
  const job = await openRenderJob(input, options, { out: (work) => segmentFile(work, index), only });
  try {
    const { media, files, cache, onNote } = job;
    for (const note of await ensureFonts(layers, fontsDir, { signal })) onNote(note);
    if ((await paintersOf([slice], fontsDir))[0] !== painters[index]) throw new PainterMismatchError();
    const name = await renderSegment(plan, index, {
      ...job,
      cached: await openCached(plan, { cache, lacking, media, files, fontsDir }),
      pause: async () => undefined,
      onFrame: (frame) => onProgress(frame / slice.output.frames),
    });
    await expectUnchanged(media);
    await makeRoomFor(out);
    await rename(files.out, out);
    return name;
  } finally {
    await job.close();
  }
}
