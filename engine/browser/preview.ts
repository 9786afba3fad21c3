import type { Box } from '../layout/box.ts';
import type { Project } from '../project/project.ts';
import { CanvasPreview } from './canvasPreview.ts';
import type { Clock, ClockOptions } from './clock.ts';
import type { CompositorMode } from './compositor/choose.ts';
import type { MediaPool } from './media/mediaPool.ts';

/** What a preview needs. */
export interface PreviewOptions {
  /** Drawn on; its width and height are set by `resize`. It must not have given a context before. */
  canvas: HTMLCanvasElement;
  /** Where pictures and films come from. It is not disposed with the preview. */
  media: MediaPool;
  /** Default auto: WebGL2 where it is real, else Canvas 2D. */
  mode?: CompositorMode;
  /** Makes the clock that the preview draws by; default createClock. One that never ticks leaves all drawing to `draw`. */
  clock?: (options: ClockOptions) => Clock;
  /** Called after each drawing. */
  onPainted?: () => void;
  /** Called once for each layer whose file is missing or cannot be shown. */
  onProblem?: (problem: PreviewProblem) => void;
}

/** A layer that cannot be shown. */
export interface PreviewProblem {
  layerId: string;
  /** As the project names the file. */
  url: string;
}

/** What is to be seen. */
export interface Shown {
  project: Project;
  /** Which scene, from 0. */
  sceneIndex: number;
  /** Seconds of the whole video; before the scene counts as its start, after it as its end. */
  time: number;
  /** Whether films play; the caller goes on calling `show` with the new time at each tick. Default false. */
  playing?: boolean;
  /** Whether texts are shown as their animation leaves them, as while an editor rests at a scene's start. Default false. */
  stillTexts?: boolean;
  /** Whether the scene is shown alone though it may just come in by a transition. Default: as stillTexts. */
  isAlone?: boolean;
  /** A layer that is left out, such as a text that is being typed in a field above the canvas. */
  hiddenLayerId?: string | undefined;
}

/** A picture of a project at a moment, kept up to date on a canvas. */
export interface Preview {
  /** The way that was chosen. */
  readonly mode: 'webgl' | 'canvas2d';
  /** What it holds now, for tests: drawings so far, layers, painted pictures and textures. */
  readonly counts: { drawings: number; layers: number; pictures: number; textures: number };
  /** Says what is to be seen; it is drawn with the next tick of the canvas clock, if anything changed. */
  show(shown: Shown): void;
  /**
   * Moves, turns or resizes one layer at once, while it is dragged; the project stays as it is. It holds until `show`
   * brings another version of the layer. Allocates nothing for a move or a turn.
   * @param box pixels of the project's canvas (canvasSize); undefined: back to where the project has it.
   */
  place(layerId: string, box: Box | undefined): void;
  /**
   * Where a layer of the shown scene stands now, project pixels; for a file without a known size only right once it is
   * loaded. @returns undefined when there is no such layer.
   */
  boxOf(layerId: string): Readonly<Box> | undefined;
  /** Says how large the canvas is on the page. @param width,height CSS pixels. @param pixelRatio devicePixelRatio. */
  resize(width: number, height: number, pixelRatio: number): void;
  /**
   * Resolves once everything that is shown has been loaded, or has failed, and has been drawn sharply; after 15 s also
   * when something is still on its way. @returns whether everything is there.
   */
  painted(): Promise<boolean>;
  /** Draws at once what is due, without waiting for the clock: for tests, benchmarks and exports. */
  draw(): void;
  /** Lets go of media, textures and the clock. By Canvas 2D the picture stays on the canvas. */
  dispose(): void;
}

/** Makes a preview on a canvas. Nothing is drawn before the first `show` and `resize`. */
export function createPreview(options: PreviewOptions): Preview {
  return new CanvasPreview(options);
}
