import type { Project } from '../../engine/project/project.ts';
import { localUrlOf } from '../media/mediaTable.ts';
import type { UrlOf } from './paintScene.ts';

/** Long side of a saved project's picture, pixels. */
const THUMBNAIL_SIDE = 320;

/** Paints the small picture of a project for a list of them. @param urlOf default: files of the table. */
export async function thumbnail(project: Project, urlOf: UrlOf = localUrlOf): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  const scale = THUMBNAIL_SIDE / Math.max(project.width, project.height);
  canvas.width = Math.max(1, Math.round(project.width * scale));
  canvas.height = Math.max(1, Math.round(project.height * scale));
  // The painters come with the first thing that is painted.
  const { paintScene } = await import('./paintScene.ts');
  await paintScene(canvas, project, 0, urlOf, new AbortController().signal);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.8));
  return blob ?? undefined;
}
