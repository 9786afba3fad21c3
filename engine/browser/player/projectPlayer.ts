import type { Project } from '../../project/project.ts';
import type { CompositorMode } from '../compositor/choose.ts';
import type { MediaPool, MediaPoolOptions } from '../media/mediaPool.ts';
import type { FrameCanvas, FrameCanvasOptions } from '../preview/frameCanvas.ts';
import type { Levels } from '../sound/levelMeter.ts';
import type { SoundGraphOptions, SoundProblem } from '../sound/soundGraph.ts';
import { AudioOutput } from './audioOutput.ts';
import { createPlayer } from './clockedPlayer.ts';
import type { Loop, Player, PlayerProblem } from './player.ts';

/** Where a player's audio comes from. */
export interface PlayerAudio extends Partial<Pick<SoundGraphOptions, 'urlOf' | 'readWave'>> {
  /** Whether to load the code for audio with the first canvas, instead of on the first `play`. Default false. */
  preload?: boolean;
}

/** Options of `openPlayer`. */
export interface OpenPlayerOptions {
  /** Where images and videos come from, and what replaces those that this browser cannot play. */
  media: Pick<MediaPoolOptions, 'urlOf' | 'videoFallback' | 'standIn'>;
  /** The project to play; without one, there is nothing to play before `update`. */
  project?: Project;
  /** See `attach`; more canvases can follow. */
  canvas?: HTMLCanvasElement;
  /** Absent: silent. Without its own `urlOf`, audio comes from the same URLs as images and videos. */
  audio?: PlayerAudio;
  /**
   * full, the default: draws every pixel of the canvas; auto: draws fewer while display frames are late, and all again
   * when paused.
   */
  quality?: 'full' | 'auto';
  /** See Loop; default 'project'. A function is called at each tick. */
  loop?: Loop | (() => Loop);
  /** How `canvas` is drawn; default auto: WebGL2 on a real graphics card, else Canvas 2D. */
  renderer?: CompositorMode;
  /** Called if a file cannot be played or is slow, at most once per kind and file during one playback. */
  onProblem?(problem: PlayerProblem | SoundProblem): void;
}

/** The code that loads files and draws frames, such as `canvasDrawing` of openPlayer.ts. */
export interface CanvasDrawing {
  createMediaPool(options: MediaPoolOptions): MediaPool;
  createFrameCanvas(options: FrameCanvasOptions): FrameCanvas;
  watchQuality(
    player: Pick<Player, 'state' | 'subscribe'>,
    canvas: Pick<FrameCanvas, 'setQuality'>,
    report: (share: number) => void,
  ): () => void;
}

/** Options of one canvas. */
export interface AttachOptions extends Pick<FrameCanvasOptions, 'onPainted'> {
  /** Default: as the player was created. @throws Error if there is none. */
  drawing?: CanvasDrawing;
  /** Default: as `openPlayer`. */
  renderer?: CompositorMode;
}

/** A canvas of a player. */
export interface PlayerScreen {
  /** Draws the frames; for changes that concern only this canvas, such as hiding a layer. */
  readonly frames: FrameCanvas;
  /**
   * Pauses, and releases the files and textures of this canvas; with the last one also the audio device. Playback can
   * continue on the canvas that was attached before. Idempotent.
   */
  detach(): void;
}

/** Plays a project with its audio on a canvas: one clock for everything. */
export interface ProjectPlayer
  extends Pick<Player, 'state' | 'time' | 'sceneIndex' | 'frame' | 'isWaiting' | 'play' | 'pause' | 'seek'> {
  /** Resolution of the drawing, as a share of the canvas's sides, above 0 to 1. */
  readonly quality: number;
  /** Whether a canvas is attached. */
  readonly isAttached: boolean;
  /**
   * Draws on a canvas, instead of on the one attached before. Nothing is drawn before `resize`.
   * @param canvas must not have a context yet.
   */
  attach(canvas: HTMLCanvasElement, options?: AttachOptions): PlayerScreen;
  /**
   * Sets the size of the canvas on the page, now and for canvases that follow; with a width of 0 it keeps its size.
   * @param width,height CSS pixels. @param pixelRatio default devicePixelRatio.
   */
  resize(width: number, height: number, pixelRatio?: number): void;
  /**
   * Plays another version of the project. Keeps the position within the scene if the scene still exists.
   * @param options.sceneId,options.at see `Player.setProject`.
   */
  update(project: Project, options?: { sceneId?: string | undefined; at?: number | undefined }): void;
  /** Returns the current peaks of the audio, in dBFS; undefined if nothing plays. */
  readLevels(): Levels | undefined;
  /** Loads a file again if its URL has changed, or if there is now a replacement for it. @param url as in the project. */
  refresh(url: string): void;
  /**
   * Calls a listener after each change of state, scene or quality, and of the time while paused; not while time runs.
   * @returns a function that unsubscribes.
   */
  subscribe(listener: () => void): () => void;
  /** Detaches all canvases and releases everything; afterwards nothing plays. Idempotent. */
  close(): void;
}

/**
 * Creates a player whose canvases bring the code that draws them, which is most of a player's: for pages that load it
 * later. Otherwise, use `openPlayer`.
 * @param drawing for canvases that are attached without one; without it, `options.canvas` has no effect.
 */
export function createProjectPlayer(options: OpenPlayerOptions, drawing?: CanvasDrawing): ProjectPlayer {
  return new AssembledPlayer(options, drawing);
}

interface AttachedCanvas {
  media: MediaPool;
  frames: FrameCanvas;
}

class AssembledPlayer implements ProjectPlayer {
  quality = 1;
  readonly #options: OpenPlayerOptions;
  readonly #drawing: CanvasDrawing | undefined;
  readonly #player: Player;
  readonly #audio: AudioOutput | undefined;
  readonly #listeners = new Set<() => void>();
  /** Problems reported since playback started. */
  readonly #reported = new Set<string>();
  /** The last one is drawn on. */
  readonly #attached = new Map<AttachedCanvas, PlayerScreen>();
  #size = { width: 0, height: 0, pixelRatio: 1 };
  #wasPaused = true;
  #isClosed = false;

  constructor(options: OpenPlayerOptions, drawing: CanvasDrawing | undefined) {
    this.#options = options;
    this.#drawing = drawing;
    const { audio, media, loop = 'project', project, canvas } = options;
    const onProblem = (problem: PlayerProblem | SoundProblem) => this.#report(problem);
    this.#player = createPlayer({ onProblem, loop: typeof loop === 'function' ? loop : () => loop });
    this.#player.subscribe(() => this.#follow());
    const { readWave } = audio ?? {};
    this.#audio =
      audio && new AudioOutput({ urlOf: audio.urlOf ?? media.urlOf, ...(readWave ? { readWave } : {}), onProblem });
    if (project) this.update(project);
    if (canvas && drawing) this.attach(canvas);
  }

  get state(): Player['state'] {
    return this.#player.state;
  }

  get time(): number {
    return this.#player.time;
  }

  get sceneIndex(): number {
    return this.#player.sceneIndex;
  }

  get frame(): Player['frame'] {
    return this.#player.frame;
  }

  get isWaiting(): boolean {
    return this.#player.isWaiting;
  }

  get isAttached(): boolean {
    return this.#attached.size > 0;
  }

  attach(canvas: HTMLCanvasElement, options: AttachOptions = {}): PlayerScreen {
    const { quality = 'full', media: sources, audio } = this.#options;
    const drawing = options.drawing ?? this.#drawing;
    if (!drawing) throw new Error('A canvas needs its drawing.');
    const media = drawing.createMediaPool(sources);
    const mode = options.renderer ?? this.#options.renderer ?? 'auto';
    const frames = drawing.createFrameCanvas({ canvas, mode, onPainted: options.onPainted });
    const { width, height, pixelRatio } = this.#size;
    if (width > 0) frames.resize(width, height, pixelRatio);
    const attached = { media, frames };
    const stopWatching =
      quality === 'auto' ? drawing.watchQuality(this, frames, (share) => this.#setQuality(share)) : () => {};
    const screen = {
      frames,
      detach: () => {
        if (!this.#attached.has(attached)) return;
        this.#detach(attached);
        stopWatching();
        frames.dispose();
        media.dispose();
      },
    };
    this.#attached.set(attached, screen);
    this.#player.showOn(media, frames);
    if (audio?.preload) void this.#audio?.preload();
    return screen;
  }

  resize(width: number, height: number, pixelRatio = devicePixelRatio): void {
    this.#size = { width, height, pixelRatio };
    if (width > 0) this.#last?.frames.resize(width, height, pixelRatio);
  }

  update(project: Project, { sceneId, at }: { sceneId?: string | undefined; at?: number | undefined } = {}): void {
    this.#player.setProject(project, sceneId, at);
    // It may have its first audio now.
    if (this.state !== 'paused') this.#startAudio();
  }

  play(): void {
    if (this.#isClosed || this.state !== 'paused') return;
    this.#reported.clear();
    this.#startAudio();
    this.#player.play();
  }

  pause(): void {
    this.#player.pause();
  }

  seek(time: number, sceneIndex?: number): void {
    this.#player.seek(time, sceneIndex);
  }

  readLevels(): Levels | undefined {
    return this.state === 'playing' ? this.#audio?.readLevels() : undefined;
  }

  refresh(url: string): void {
    for (const { media } of this.#attached.keys()) media.refresh(url);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#isClosed = true;
    for (const screen of [...this.#attached.values()]) screen.detach();
    this.#player.dispose();
    this.#audio?.close();
    this.#listeners.clear();
  }

  get #last(): AttachedCanvas | undefined {
    return [...this.#attached.keys()].at(-1);
  }

  #detach(attached: AttachedCanvas): void {
    this.pause();
    this.#attached.delete(attached);
    const last = this.#last;
    this.#player.showOn(last?.media, last?.frames);
    if (last) return;
    this.#player.soundThrough(undefined);
    this.#audio?.close();
  }

  #startAudio(): void {
    if (this.#player.hasAudio) this.#audio?.start((graph) => this.#player.soundThrough(graph));
    else this.#audio?.keepAwake();
  }

  #setQuality(share: number): void {
    this.quality = share;
    this.#notify();
  }

  #follow(): void {
    const isPaused = this.state === 'paused';
    if (isPaused && !this.#wasPaused) this.#audio?.suspendLater();
    this.#wasPaused = isPaused;
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  #report(problem: PlayerProblem | SoundProblem): void {
    const key = problem.kind === 'blocked' ? problem.kind : `${problem.kind} ${problem.url}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.#options.onProblem?.(problem);
  }
}
