import type { Project } from '../../../engine/project/project.ts';

/**
 * Plays the GIFs of the displayed project: in a browser that decodes only their first frame, replaces them with videos
 * by the server. To be called again when the project or its files change.
 */
export function playGifs(project: Project): void {
  if ('ImageDecoder' in globalThis) return;
  // If loading fails, GIFs show their first frame.
  import('./gifVideos.ts').then(
    ({ requestGifVideos }) => requestGifVideos(project),
    () => undefined,
  );
}
