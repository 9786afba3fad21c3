import { createMediaPool } from '../../engine/browser/media/mediaPool.ts';
import { createPreview } from '../../engine/browser/preview/preview.ts';
import { isVideo } from '../../engine/kinds/families.ts';
import type { Project } from '../../engine/project/project.ts';
import { posterTime } from '../../engine/timeline/poster.ts';
import { stillsOf } from '../client/media/stills.ts';

/** Returns the URL that a media reference loads from; undefined while its file is missing. */
export type UrlOf = (url: string) => string | undefined;

/** Time offset for videos of unknown length, in seconds: fewer are black there than at their start. */
const later = 0.5;

/**
 * Paints a scene of a project like the Studio's canvas and the renderer.
 * @param canvas its pixel size sets the scale; its ratio should be the project's.
 * @param sceneIndex zero-based. @param urlOf see UrlOf. @param signal when aborted, painting stops.
 * @returns whether all files of the scene could be displayed.
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
  // Disposing the preview resolves `painted()`.
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
