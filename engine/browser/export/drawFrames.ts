import { canvasSize } from '../../layout/canvasSize.ts';
import type { Project } from '../../project/project.ts';
import type { SceneGrid } from '../../timeline/resolve.ts';
import type { CompositorMode } from '../compositor/choose.ts';
import { openVideoFrames } from '../frames/frameMedia.ts';
import { createMediaPool } from '../media/mediaPool.ts';
import { createPreview } from '../preview/preview.ts';
import { createExportClock } from './exportClock.ts';
import { type SourceFile, shownName } from './measureMedia.ts';

/** Draws frames of a project, as its preview shows them. */
export interface FrameDrawer {
  /** What was drawn last. */
  readonly canvas: HTMLCanvasElement;
  /**
   * Draws one frame. @param time seconds of the whole video. @returns the frame, which stays owned by the drawer and is
   * closed with the next one; the same object as before if nothing changed.
   * @throws Error with a sentence if a file cannot be shown.
   */
  draw(sceneIndex: number, time: number): Promise<VideoFrame>;
  close(): void;
}

/** Options of drawing. */
export interface DrawOptions {
  urlOf(url: string): string | undefined;
  /** Measured videos of the project, by url. */
  files: ReadonlyMap<string, SourceFile>;
  /** Frame grid of the scenes; absent for a still. */
  grid?: readonly SceneGrid[];
  signal: AbortSignal;
  /** Default auto, as in the preview. */
  mode?: CompositorMode | undefined;
}

/** Creates a drawer in the project's own size. Reads videos frame by frame if the browser can. */
export function createFrameDrawer(project: Project, options: DrawOptions): FrameDrawer {
  const { urlOf, files, grid, signal, mode = 'auto' } = options;
  const { width, height } = canvasSize(project);
  const canvas = document.createElement('canvas');
  const media = createMediaPool({
    urlOf,
    videoOpener: (url) => {
      const video = files.get(url)?.video;
      return video && ((_, onChange) => openVideoFrames(video, onChange));
    },
  });
  let drawn: VideoFrame | undefined;
  let problem: string | undefined;
  const preview = createPreview({
    canvas,
    media,
    mode,
    clock: createExportClock,
    // WebGL's canvas is only readable until the browser has composited it.
    onPainted: () => {
      drawn?.close();
      drawn = new VideoFrame(canvas, { timestamp: 0 });
    },
    onProblem: ({ url }) => {
      problem ??= `This browser cannot show ${shownName(url)}.`;
    },
  });
  preview.resize(width, height, 1);
  if (canvas.width !== width || canvas.height !== height) {
    preview.dispose();
    media.dispose();
    throw new Error(`This browser cannot draw images of ${width} × ${height} pixels.`);
  }
  return {
    canvas,
    async draw(sceneIndex, time) {
      signal.throwIfAborted();
      preview.show({ project, sceneIndex, time, ...(grid ? { grid } : {}) });
      const paint = () => untilStopped(preview.painted(), signal);
      // Retried once, because the timeout also passes while a computer sleeps.
      const isWhole = (await paint()) || (await paint());
      if (problem !== undefined) throw new Error(problem);
      if (!drawn || !isWhole) throw new Error('Reading a file of this project takes too long in this browser.');
      return drawn;
    },
    close() {
      preview.dispose();
      media.dispose();
      drawn?.close();
      drawn = undefined;
      // Browsers limit the number of contexts and collect unused ones late.
      if (preview.mode === 'webgl') canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}

/** Awaits a promise unless the signal aborts first; then throws its reason. */
async function untilStopped<T>(wait: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
  });
  signal.addEventListener('abort', stop);
  try {
    return await Promise.race([wait, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
