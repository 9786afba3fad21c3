import type { LevelMeter, Levels } from '../sound/levelMeter.ts';
import type { SoundGraph, SoundGraphOptions, SoundProblem } from '../sound/soundGraph.ts';

/** The audio device is suspended after a pause of this length, in milliseconds. */
const IDLE_MS = 10_000;

type GraphModule = typeof import('../sound/soundGraph.ts');

/** Options of an audio output. */
export interface AudioOutputOptions extends Pick<SoundGraphOptions, 'urlOf' | 'readWave'> {
  onProblem(problem: SoundProblem): void;
}

/**
 * The audio device of a player, with the graph that plays a project's audio. Both open on the first playback, because
 * browsers require a user gesture; the code of the graph is loaded separately.
 */
export class AudioOutput {
  readonly #options: AudioOutputOptions;
  #module: GraphModule | undefined;
  #context: AudioContext | undefined;
  #graph: SoundGraph | undefined;
  #meter: LevelMeter | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(options: AudioOutputOptions) {
    this.#options = options;
  }

  /** Loads the code of the graph. Never throws: until it is loaded, playback is silent. */
  async preload(): Promise<GraphModule | undefined> {
    try {
      this.#module ??= await import('../sound/soundGraph.ts');
    } catch {
      // `start` tries again.
    }
    return this.#module;
  }

  /**
   * Opens or resumes the device. Must be called from a click or key press the first time.
   * @param join receives the graph once it is ready; called again with the same graph by later calls.
   */
  start(join: (graph: SoundGraph) => void): void {
    this.keepAwake();
    if (!('AudioContext' in globalThis)) return;
    this.#context ??= new AudioContext({ latencyHint: 'balanced' });
    const context = this.#context;
    if (context.state !== 'running') context.resume().catch(() => undefined);
    const open = (module: GraphModule) => {
      if (this.#context !== context) return;
      this.#graph ??= module.createSoundGraph({ ...this.#options, context, onProblem: (one) => this.#report(one) });
      join(this.#graph);
    };
    if (this.#module) open(this.#module);
    else void this.preload().then((module) => module && open(module));
  }

  /** Returns the current peaks of the audio; undefined if nothing plays. */
  readLevels(): Levels | undefined {
    if (!this.#graph || !this.#module || this.#context?.state !== 'running') return undefined;
    this.#meter ??= this.#module.createLevelMeter(this.#context, this.#graph.output);
    return this.#meter.read();
  }

  /** Suspends the device after a while, because a running one costs energy. */
  suspendLater(): void {
    this.keepAwake();
    this.#idle = setTimeout(() => {
      if (this.#context?.state === 'running') this.#context.suspend().catch(() => undefined);
    }, IDLE_MS);
  }

  /** Cancels `suspendLater`. */
  keepAwake(): void {
    clearTimeout(this.#idle);
  }

  /** Releases device and graph; `start` opens new ones. */
  close(): void {
    this.keepAwake();
    this.#meter?.dispose();
    this.#meter = undefined;
    this.#graph?.dispose();
    this.#graph = undefined;
    this.#context?.close().catch(() => undefined);
    this.#context = undefined;
  }

  #report(problem: SoundProblem): void {
    if (problem.kind === 'blocked') this.#resumeOnGesture();
    this.#options.onProblem(problem);
  }

  #resumeOnGesture(): void {
    const resume = () => void this.#context?.resume().catch(() => undefined);
    for (const name of ['pointerup', 'keydown']) document.addEventListener(name, resume, { once: true });
  }
}
