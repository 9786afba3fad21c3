import { resultSize } from '../../layout/canvasSize.ts';
import { withMediaFacts } from '../../project/media.ts';
import { isGif, isStill } from '../../project/output.ts';
import type { Project } from '../../project/project.ts';
import { fpsOf, outputRate, sceneFrames } from '../../timeline/frameRate.ts';
import { submitProblems } from '../../timeline/submitProblems.ts';
import { canExport } from './canExport.ts';
import { createFrameDrawer, type DrawOptions } from './drawFrames.ts';
import { type ExportJob, sceneGrids, withWholeTransitions } from './job.ts';
import { makeGif } from './makeGif.ts';
import { makeMp4 } from './makeMp4.ts';
import { makeStill } from './makeStill.ts';
import { measureMedia } from './measureMedia.ts';

/** Options of an export. */
export interface ExportOptions extends Omit<DrawOptions, 'files' | 'grid' | 'signal'> {
  signal?: AbortSignal;
  /** Reports the progress: 0 to 1, never falling, and the current step in words. */
  onProgress?: (progress: { ratio: number; text: string }) => void;
}

/** Result of an export. */
export interface ExportResult {
  /** Its type is video/mp4, image/gif or image/png. */
  blob: Blob;
  width: number;
  height: number;
  /** In seconds; 0 for a still. */
  duration: number;
}

/**
 * Exports a project as video, GIF or image in this browser, without a server: the same frames at the same times as the
 * renderer, drawn as in the preview.
 * @throws Error with a sentence for display if it cannot; the signal's reason if aborted.
 */
export async function exportVideo(source: Project, options: ExportOptions): Promise<ExportResult> {
  const { signal = new AbortController().signal, onProgress } = options;
  let reported = 0;
  const reportProgress = (ratio: number, text: string): void => {
    reported = Math.max(reported, Math.min(1, ratio));
    onProgress?.({ ratio: reported, text });
  };
  reportProgress(0, 'Reading the files');
  const files = await measureMedia(source, { urlOf: options.urlOf, signal });
  const measured = withMediaFacts(source, files);
  const [problem] = submitProblems(measured);
  if (problem) throw new Error(problem.message);
  const rate = outputRate(measured, files);
  const project = isStill(measured) ? measured : withWholeTransitions(measured, rate);
  const refusal = await canExport(project, rate);
  if (refusal !== undefined) throw new Error(refusal);
  const scenes = sceneFrames(project, rate);
  const frames = isStill(project) ? 1 : scenes.reduce((sum, scene) => sum + scene.frames, 0);
  const drawer = createFrameDrawer(project, {
    ...options,
    ...(isStill(project) ? {} : { grid: sceneGrids(project, rate) }),
    files,
    signal,
  });
  try {
    const blob = await makeFile({ project, files, rate, frames, drawer, signal, report: reportProgress });
    signal.throwIfAborted();
    reportProgress(1, 'Done');
    return { blob, ...resultSize(project), duration: isStill(project) ? 0 : frames / fpsOf(rate) };
  } finally {
    drawer.close();
  }
}

function makeFile(job: ExportJob): Promise<Blob> {
  if (isStill(job.project)) return makeStill(job);
  return isGif(job.project) ? makeGif(job) : makeMp4(job);
}
