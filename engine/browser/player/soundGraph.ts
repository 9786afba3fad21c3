import type { SoundClip } from '../../timeline/soundtrack.ts';
import type { BackwardsPart } from './backwards.ts';
import type { PlayerSound } from './player.ts';
import type { SoundDesk } from './soundElement.ts';
import { SoundVoice } from './soundVoice.ts';
import { TurnedFiles } from './turnedFiles.ts';

/** What a sound graph needs. */
export interface SoundGraphOptions {
  context: AudioContext;
  /** Where the mix goes; default the context's own output. */
  destination?: AudioNode;
  /** Address that a project's media reference can be loaded from now; undefined while its file is missing. */
  urlOf(url: string): string | undefined;
  /** Something that is to be heard is not; told once a clip. */
  onProblem?(problem: SoundProblem): void;
}

/** Why something is not heard. */
export interface SoundProblem {
  /**
   * missing: no file, or none that this browser plays; backwards: too long to be turned around; blocked: the browser
   * allows sound only after a click or a key.
   */
  kind: 'missing' | 'backwards' | 'blocked';
  source: SoundClip['source'];
  /** As the project names it. */
  url: string;
}

/** Makes what is heard of a project: every clip a media element, its volume and fades a node of the graph. */
export interface SoundGraph extends PlayerSound {
  /** Ends in the destination; tests tap it. */
  readonly output: AudioNode;
  /** How many media elements it has now, for tests. */
  readonly size: number;
  /** Lets go of everything but the context. */
  dispose(): void;
}

/** How often it is checked whether every sound is where it should be, milliseconds (studio spec §9). */
export const SOUND_CHECK_MS = 10;
/** How long before it is heard a file is opened, seconds. */
const PREPARE_SECONDS = 8;
/** How long playing waits for sounds, milliseconds; they come in later. */
const PATIENCE_MS = 3000;
/** How long a browser may take to let the context run, milliseconds. */
const CONTEXT_PATIENCE_MS = 500;
/** A sound that begins within this time after playing does is waited for too, seconds. */
const SOON = 0.3;
/** More than this the way to the ear is not taken to be long, seconds. */
const LONGEST_LATENCY = 0.5;

/** Makes a silent graph. */
export function createSoundGraph(options: SoundGraphOptions): SoundGraph {
  return new ElementGraph(options);
}

class ElementGraph implements SoundGraph {
  readonly output: GainNode;
  readonly #options: SoundGraphOptions;
  readonly #desk: SoundDesk;
  readonly #voices = new Map<string, SoundVoice>();
  readonly #turned = new TurnedFiles();
  /** Clips that have been told of since playing began. */
  readonly #told = new Set<string>();
  #clips: readonly SoundClip[] = [];
  #time = 0;
  #restsSince = 0;
  /** When the context was last seen running, or playing began. */
  #stoodSince = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #run: { from: number; timeNow: () => number } | undefined;

  constructor(options: SoundGraphOptions) {
    const { context } = options;
    this.#options = options;
    this.output = context.createGain();
    this.output.connect(options.destination ?? context.destination);
    this.#desk = {
      context,
      costs: { start: 0.03, jump: 0.05 },
      now: () => performance.now(),
      onBlocked: () => this.#tell('blocked', this.#clips[0]),
    };
  }

  get size(): number {
    return this.#voices.size;
  }

  setClips(clips: readonly SoundClip[]): void {
    this.#clips = clips;
    if (this.#run) this.#check();
    else this.rest(this.#time);
  }

  rest(time: number): void {
    clearInterval(this.#timer);
    this.#run = undefined;
    this.#time = time;
    this.#restsSince = performance.now();
    this.#openNear(time);
    for (const voice of this.#voices.values()) voice.rest(time);
  }

  isReady(): boolean {
    const waited = performance.now() - this.#restsSince;
    if (this.#clips.length === 0 || waited > PATIENCE_MS) return true;
    if (!this.#isRunning) return waited > CONTEXT_PATIENCE_MS;
    for (const voice of this.#voices.values()) {
      const { start, end } = voice.clip;
      const isHeard = start <= this.#time + SOON && end > this.#time;
      if (isHeard && !voice.isReadyAt(this.#time)) return false;
    }
    return !this.#turned.isWorking;
  }

  run(from: number, timeNow: () => number): void {
    this.#told.clear();
    this.#stoodSince = performance.now();
    this.#run = { from, timeNow };
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#check(), SOUND_CHECK_MS);
    this.#check();
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#run = undefined;
    for (const voice of this.#voices.values()) voice.close();
    this.#voices.clear();
    this.#turned.dispose();
    this.output.disconnect();
  }

  /** A context that stands still would hold up the elements that it hears. */
  get #isRunning(): boolean {
    return this.#options.context.state === 'running';
  }

  #check(): void {
    if (!this.#run) return;
    const { from, timeNow } = this.#run;
    // What enters the graph now is heard so much later.
    const time = timeNow() + this.#latency;
    this.#time = time;
    this.#openNear(time);
    if (this.#isRunning) this.#stoodSince = performance.now();
    else if (performance.now() - this.#stoodSince > CONTEXT_PATIENCE_MS) this.#tell('blocked', this.#clips[0]);
    for (const voice of this.#voices.values()) {
      if (this.#isRunning) voice.follow(time, from);
      else voice.rest(time);
      if (voice.hasFailed) this.#tell('missing', voice.clip);
    }
  }

  get #latency(): number {
    const { outputLatency = 0, baseLatency = 0 } = this.#options.context;
    return Math.min(LONGEST_LATENCY, outputLatency || baseLatency);
  }

  /** Opens what is heard soon, and lets go of what is not. */
  #openNear(time: number): void {
    for (const clip of this.#clips) {
      const isNear = clip.end > time && clip.start < time + PREPARE_SECONDS;
      const key = keyOf(clip);
      if (isNear) this.#open(key, clip);
    }
    for (const [key, voice] of this.#voices) {
      const { start, end } = voice.clip;
      const isNear = end > time && start < time + PREPARE_SECONDS;
      if (isNear && this.#clips.some((clip) => keyOf(clip) === key)) continue;
      voice.close();
      this.#voices.delete(key);
    }
  }

  #open(key: string, clip: SoundClip): void {
    const isForwards = !clip.isReversed && !clip.isBoomeranged;
    const address = this.#options.urlOf(clip.url);
    if (address === undefined) {
      if (this.#run) this.#tell('missing', clip);
      return;
    }
    if (isForwards) {
      this.#voice(key, address, clip);
      return;
    }
    const turned = this.#turned.find(address, partOf(clip));
    if (turned === 'none' && this.#run) this.#tell('backwards', clip);
    if (typeof turned === 'object') this.#voice(key, turned.address, { ...clip, ...turned.part });
  }

  #voice(key: string, address: string, clip: SoundClip): void {
    const known = this.#voices.get(key);
    if (known) known.clip = clip;
    else this.#voices.set(key, new SoundVoice(this.#desk, this.output, address, clip));
  }

  #tell(kind: SoundProblem['kind'], clip: SoundClip | undefined): void {
    if (!clip) return;
    const key = kind === 'blocked' ? kind : `${kind} ${keyOf(clip)}`;
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.#options.onProblem?.({ kind, source: clip.source, url: clip.url });
  }
}

/** Changes of volume, place or length are taken by the voice that there is; other files and turns need another. */
function keyOf({ source, url, mediaStart, mediaEnd, isReversed, isBoomeranged }: SoundClip): string {
  const place = source.kind === 'layer' ? source.layerId : '';
  const turn = isReversed || isBoomeranged ? `${mediaStart} ${mediaEnd} ${isReversed} ${isBoomeranged}` : '';
  return JSON.stringify([source.kind, place, url, turn]);
}

function partOf({ mediaStart, mediaEnd, isReversed, isBoomeranged }: SoundClip): BackwardsPart {
  return { start: mediaStart, end: mediaEnd, isReversed, isBoomeranged };
}
