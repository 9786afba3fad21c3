import { createMediaPool } from '../../engine/browser/media/mediaPool.ts';
import { createPreview } from '../../engine/browser/preview/preview.ts';
import { isVideo } from '../../engine/kinds/families.ts';
import type { Project } from '../../engine/project/project.ts';
import { posterTime } from '../../engine/timeline/poster.ts';
import { stillsOf } from '../media/stills.ts';

/** Where a media reference can be loaded from now; undefined while its file is missing. */
export type UrlOf = (url: string) => string | undefined;

/** How much later a video is shown whose length is not known, seconds: fewer are black there than at their start. */
const later = 0.5;

/**
 * Paints a scene of a project as the Studio's canvas and the renderer show it.
 * @param canvas its pixel size is what the picture is scaled to; the ratio should be the project's.
 * @param sceneIndex from 0. @param urlOf see UrlOf. @param signal when aborted, nothing is painted any more.
 * @returns whether all of its files could be shown.
 */
export async function paintScene(
  canvas: HTMLCanvasElement,
  project: Project,
  sceneIndex: number,
  urlOf: UrlOf,
  signal: AbortSignal,
): Promise<boolean> {
  const media = createMediaPool({ urlOf, videoFallback: stillsOf });
  let lacksAny = false;
  const onProblem = () => {
    lacksAny = true;
  };
  const preview = createPreview({ canvas, media, mode: 'canvas2d', onProblem });
  // What waits for the picture goes on when the preview ends.
  signal.addEventListener('abort', () => preview.dispose(), { once: true });
  const time = posterTime(project, sceneIndex) + (hasUnknownVideo(project, sceneIndex) ? later : 0);
  preview.resize(canvas.width, canvas.height, 1);
  preview.show({ project, sceneIndex, time, isAlone: true });
  const isPainted = await preview.painted();
  preview.dispose();
  media.dispose();
  return isPainted && !lacksAny;
}

function hasUnknownVideo(project: Project, sceneIndex: number): boolean {
  const layers = project.scenes[sceneIndex]?.layers ?? [];
  return layers.some((layer) => isVideo(layer) && layer.duration === undefined && !layer.isTrimmed);
}
