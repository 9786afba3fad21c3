import type { Project } from '../../engine/project/project.ts';
import { localUrlOf } from '../media/mediaTable.ts';
import type { UrlOf } from './paintScene.ts';

/** Long side of a saved project's picture, pixels. */
const THUMBNAIL_SIDE = 320;

/** How a small picture is painted. */
export interface ThumbnailOptions {
  /** Default: files of the table. */
  urlOf?: UrlOf;
  /** Whether it is none where a file cannot be shown; default: what there is of it counts. */
  mustBeWhole?: boolean;
}

/** Paints the small picture of a project for a list of them. */
export async function thumbnail(
  project: Project,
  { urlOf = localUrlOf, mustBeWhole = false }: ThumbnailOptions = {},
): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  const scale = THUMBNAIL_SIDE / Math.max(project.width, project.height);
  canvas.width = Math.max(1, Math.round(project.width * scale));
  canvas.height = Math.max(1, Math.round(project.height * scale));
  // The painters come with the first thing that is painted.
  const { paintScene } = await import('./paintScene.ts');
  const isWhole = await paintScene(canvas, project, 0, urlOf, new AbortController().signal);
  if (mustBeWhole && !isWhole) return undefined;
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.8));
  return blob ?? undefined;
}
