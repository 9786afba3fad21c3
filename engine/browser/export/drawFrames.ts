import { canvasSize } from '../../layout/canvasSize.ts';
import type { Project } from '../../project/project.ts';
import type { CompositorMode } from '../compositor/choose.ts';
import { openFilm } from '../frames/filmMedia.ts';
import { createMediaPool } from '../media/mediaPool.ts';
import { createPreview } from '../preview.ts';
import { createExportClock } from './exportClock.ts';
import { shownName } from './measureMedia.ts';

/** A preview gives up after 15 s; what it shows then is not what was asked for. Milliseconds. */
const STALLED_MS = 14_500;

/** Draws moments of a project, as its preview shows them. */
export interface FrameDrawer {
  /**
   * Draws one moment. @param time seconds of the whole video. @returns the picture, which stays the drawer's and is
   * closed with the next one; the same object as before when nothing has changed.
   * @throws Error with a sentence when a file cannot be shown.
   */
  draw(sceneIndex: number, time: number): Promise<VideoFrame>;
  close(): void;
}

/** What is drawn, and how. */
export interface DrawOptions {
  urlOf(url: string): string | undefined;
  signal: AbortSignal;
  /** Default auto, as for the preview. */
  mode?: CompositorMode | undefined;
}

/** Makes a drawer of a project's frames at its own size. Films are read by their frames where the browser can. */
export function createFrameDrawer(project: Project, { urlOf, signal, mode = 'auto' }: DrawOptions): FrameDrawer {
  const { width, height } = canvasSize(project);
  const canvas = document.createElement('canvas');
  const media = createMediaPool({ urlOf, ...('VideoDecoder' in globalThis ? { filmOpener: openFilm } : {}) });
  let drawn: VideoFrame | undefined;
  let problem: string | undefined;
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  // Nobody may be waiting when it is stopped.
  stopped.catch(() => {});
  const preview = createPreview({
    canvas,
    media,
    mode,
    clock: createExportClock,
    // WebGL's picture is there only until the browser has shown it.
    onPainted: () => {
      drawn?.close();
      drawn = new VideoFrame(canvas, { timestamp: 0 });
    },
    onProblem: ({ url }) => {
      problem ??= `${shownName(url)} cannot be shown by this browser.`;
    },
  });
  preview.resize(width, height, 1);
  if (canvas.width !== width || canvas.height !== height) {
    preview.dispose();
    media.dispose();
    throw new Error(`This browser cannot draw pictures of ${width} × ${height} pixels.`);
  }
  return {
    async draw(sceneIndex, time) {
      signal.throwIfAborted();
      const asked = performance.now();
      preview.show({ project, sceneIndex, time });
      await Promise.race([preview.painted(), stopped]);
      signal.throwIfAborted();
      if (problem !== undefined) throw new Error(problem);
      if (!drawn || performance.now() - asked > STALLED_MS) {
        throw new Error('A file of this project takes too long to be read in this browser.');
      }
      return drawn;
    },
    close() {
      preview.dispose();
      media.dispose();
      drawn?.close();
      drawn = undefined;
    },
  };
}
