import { rename, rm } from 'node:fs/promises';
import { ProblemError } from '../../engine/project/problems.ts';
import type { Project } from '../../engine/project/project.ts';
import { ensureFonts } from '../fonts/ensure.ts';
import { createBudget } from '../system/budget.ts';
import { makeRoomFor } from '../system/makeFolder.ts';
import { forgetLinks } from '../system/mediaLinks.ts';
import { makeWorkFolder } from '../system/temporary.ts';
import { expectUnchanged, linkMedia, measureMedia } from './media/openMedia.ts';
import { copyOwnFonts } from './media/ownFonts.ts';
import { paintingWith, webpWriter } from './painting.ts';
import { memoryBudget } from './print/ffmpegArgs.ts';
import type { RenderOptions } from './render.ts';
import { filesOf } from './runRender.ts';
import { paintNeed } from './runs/need.ts';
import { openCached } from './segments/openCached.ts';
import { paintersOf } from './segments/paintersOf.ts';
import { openCacheOf } from './segments/remoteSegments.ts';
import { segmentFile } from './segments/segmentFiles.ts';
import { renderSegment, type SegmentJob } from './segments/segments.ts';
import { PainterMismatchError, type SharedPlan } from './segments/sharing.ts';
import { sliceAt } from './segments/slicesOf.ts';

/** Options of a single segment, like those of a whole render. */
export interface SharedSegmentOptions
  extends Pick<
    RenderOptions,
    | 'locate'
    | 'contentOf'
    | 'probe'
    | 'signal'
    | 'out'
    | 'cacheDir'
    | 'farSegments'
    | 'budget'
    | 'painter'
    | 'fontsDir'
    | 'onNote'
    | 'memory'
  > {
  workDir: string;
  /** Called with the finished share, 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * Renders one segment of a video that was planned before, maybe on another machine. Opens only the media it shows.
 * @param input the video's project. @param index index of the segment.
 * @returns the key under which it may be cached.
 * @throws OtherPainters; like renderProject.
 */
export async function renderSharedSegment(
  input: Project,
  { plan, lacking, painters }: SharedPlan,
  index: number,
  options: SharedSegmentOptions,
): Promise<string | undefined> {
  const { workDir, out, signal, fontsDir, memory = memoryBudget, budget = createBudget() } = options;
  const onNote = options.onNote ?? (() => {});
  const work = await makeWorkFolder(workDir);
  const slice = sliceAt(plan, index);
  const layers = slice.bitmaps.flatMap((bitmap) => bitmap.layers);
  const paint = paintingWith(options.painter);
  const own = await copyOwnFonts(input, options, work);
  try {
    const only = new Set([...slice.inputs, ...layers].flatMap((one) => ('url' in one ? [one.url] : [])));
    const { media: found, problems } = await measureMedia(own.project, { ...options, only });
    if (problems.length > 0) throw new ProblemError(problems);
    const media = await linkMedia(found, work, { budget, signal, writeWebp: webpWriter(paint, work) });
    for (const note of await ensureFonts(layers, fontsDir, { signal })) onNote(note);
    if ((await paintersOf([slice], fontsDir))[0] !== painters[index]) throw new PainterMismatchError();
    const files = filesOf({ media, work, out, memory });
    const cache = openCacheOf(options);
    const job: SegmentJob = {
      ...{ media, files, signal, budget, onNote },
      cached: await openCached(plan, { cache, lacking, media, files, fontsDir }),
      paint: (painted) => {
        const run = () => paint({ kind: 'plan', plan: painted, media, work, fontsDir, fonts: own.fonts }, { signal });
        return budget.run(paintNeed(painted, media, { folder: work, isStill: false }), run, signal);
      },
      pause: async () => undefined,
      makeGif: () => Promise.reject(new Error('A segment is not a GIF.')),
      onFrame: (frame) => options.onProgress(frame / slice.output.frames),
    };
    const name = await renderSegment(plan, index, job);
    await expectUnchanged(media);
    await makeRoomFor(out);
    await rename(segmentFile(work, index), out);
    return name;
  } finally {
    own.release();
    forgetLinks(work);
    await rm(work, { recursive: true, force: true });
  }
}
