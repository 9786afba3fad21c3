import type { Project } from '../../engine/project/project.ts';
import { later } from '../state/later.ts';

/**
 * Sees to it that the GIFs of the project that is shown play: a browser that shows only their first picture is given
 * videos that the server makes of them. Call it again when the project or its files change.
 */
export function playGifs(project: Project): void {
  if ('ImageDecoder' in globalThis) return;
  // Where it does not come, the GIF shows its first picture.
  later(() => import('./gifVideos.ts')).then(
    ({ wantGifVideos }) => wantGifVideos(project),
    () => undefined,
  );
}
