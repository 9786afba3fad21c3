import type { Project } from '../../engine/project/project.ts';
import { localUrlOf } from '../client/media/mediaTable.ts';
import type { UrlOf } from './paintScene.ts';

/** Longer side of a project's thumbnail, in pixels. */
const THUMBNAIL_SIDE = 320;

/** Options of painting a thumbnail. */
export interface ThumbnailOptions {
  /** Default: files of the media table. */
  urlOf?: UrlOf;
  /** Whether to return undefined if a file cannot be displayed; default: paint without it. */
  mustBeWhole?: boolean;
}

/** Paints the thumbnail of a project. */
export async function thumbnail(
  project: Project,
  { urlOf = localUrlOf, mustBeWhole = false }: ThumbnailOptions = {},
): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  const scale = THUMBNAIL_SIDE / Math.max(project.width, project.height);
  canvas.width = Math.max(1, Math.round(project.width * scale));
  canvas.height = Math.max(1, Math.round(project.height * scale));
  // The painters load with the first paint.
  const { paintScene } = await import('./paintScene.ts');
  const isWhole = await paintScene(canvas, project, 0, urlOf, new AbortController().signal);
  if (mustBeWhole && !isWhole) return undefined;
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.8));
  return blob ?? undefined;
}
