import type { ReadWave } from '../../../engine/browser/sound/duckedClips.ts';
import type { Project } from '../../../engine/project/project.ts';

/** Measures the waveform of a file for ducking. Loads the code of waveforms on demand. */
export const readWave: ReadWave = async ({ url, audioTrack }, signal) => {
  const { waveforms } = await import('./strips.ts');
  return waveforms.read(url, undefined, signal, audioTrack);
};

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
