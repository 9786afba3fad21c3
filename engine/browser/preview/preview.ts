import type { Project } from '../../project/project.ts';
import type { ResolveOptions } from '../../timeline/resolve.ts';
import type { MediaPool } from '../media/mediaPool.ts';
import type { LayerFile } from '../media/mediaSessions.ts';
import { type Clock, type ClockOptions, createClock } from '../playbackClock.ts';
import { Playback } from '../player/playback.ts';
import { FrameCanvas, type FrameCanvasOptions } from './frameCanvas.ts';

/** Longest wait of `painted` for files, in milliseconds. */
const GIVE_UP_AFTER_MS = 15_000;

/** Options of a preview. */
export interface PreviewOptions extends FrameCanvasOptions {
  /** Where images and videos come from. Not disposed with the preview. */
  media: MediaPool;
  /** Creates the clock for drawing; default createClock. With one that never ticks, only `draw` draws. */
  clock?: (options: ClockOptions) => Clock;
  /** Called once for each layer whose file is missing or unsupported. */
  onProblem?: (problem: LayerFile) => void;
}

/** What to show. */
export interface Shown extends Pick<ResolveOptions, 'stillTexts' | 'isAlone' | 'grid'> {
  project: Project;
  /** Index of the scene. */
  sceneIndex: number;
  /** Seconds of the whole video; clamped to the scene. */
  time: number;
}

/** Shows single moments of a project on a canvas: for thumbnails, exports and tests. A player shows playback. */
export interface Preview extends Pick<FrameCanvas, 'mode' | 'counts' | 'place' | 'boxOf' | 'hide' | 'resize'> {
  /** Sets what to show; drawn at the next tick of the canvas clock if anything changed. */
  show(shown: Shown): void;
  /**
   * Resolves once everything visible has loaded or failed and has been drawn sharply; after 15 s in any case. @returns
   * whether everything has loaded.
   */
  painted(): Promise<boolean>;
  /** Draws pending changes immediately. */
  draw(): void;
  /** Releases media, textures and the clock. With Canvas 2D the canvas keeps its content. */
  dispose(): void;
}

/** Creates a preview on a canvas. Nothing is drawn before the first `show` and `resize`. */
export function createPreview(options: PreviewOptions): Preview {
  return new MomentPreview(options);
}

class MomentPreview implements Preview {
  readonly #onProblem: PreviewOptions['onProblem'];
  readonly #canvas: FrameCanvas;
  readonly #clock: Clock;
  readonly #playback: Playback;
  readonly #waiting = new Set<(isWhole: boolean) => void>();
  #shown: Shown | undefined;
  #isDisposed = false;

  constructor(options: PreviewOptions) {
    this.#onProblem = options.onProblem;
    this.#clock = (options.clock ?? createClock)({ tick: () => this.#tick() });
    this.#canvas = new FrameCanvas(options);
    this.#canvas.onChange = () => this.#clock.wake();
    this.#playback = new Playback({
      onMedia: (layerId) => this.#canvas.refresh(layerId),
      onLearned: () => this.#resolve(),
    });
    this.#playback.showOn(options.media, this.#canvas);
  }

  get mode(): Preview['mode'] {
    return this.#canvas.mode;
  }

  get counts(): Preview['counts'] {
    return this.#canvas.counts;
  }

  show(shown: Shown): void {
    if (this.#isDisposed) return;
    this.#shown = shown;
    this.#resolve();
  }

  place(...call: Parameters<Preview['place']>): void {
    this.#canvas.place(...call);
  }

  boxOf(layerId: string): ReturnType<Preview['boxOf']> {
    return this.#canvas.boxOf(layerId);
  }

  hide(layerId: string | undefined): void {
    this.#canvas.hide(layerId);
  }

  resize(width: number, height: number, pixelRatio: number): void {
    this.#canvas.resize(width, height, pixelRatio);
  }

  painted(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(false), GIVE_UP_AFTER_MS);
      const settle = (isWhole: boolean): void => {
        clearTimeout(timer);
        this.#waiting.delete(settle);
        resolve(isWhole);
      };
      this.#waiting.add(settle);
      this.#clock.wake();
    });
  }

  draw(): void {
    this.#canvas.draw();
    for (const file of this.#playback.sessions?.newlyMissing() ?? []) this.#onProblem?.(file);
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#clock.stop();
    this.#canvas.dispose();
    this.#playback.showOn(undefined);
    for (const settle of this.#waiting) settle(false);
  }

  #tick(): boolean {
    this.draw();
    if (!this.#canvas.isDirty && this.#canvas.isSettled) for (const settle of this.#waiting) settle(true);
    return this.#canvas.isDirty;
  }

  #resolve(): void {
    if (!this.#shown) return;
    const { project, ...moment } = this.#shown;
    this.#playback.setProject(project);
    this.#playback.show({ ...moment, isPlaying: false });
  }
}
