import type { SoundClip } from '../../timeline/soundtrack.ts';
import type { PlayerSound } from '../player/player.ts';
import { DuckedClips, type ReadWave } from './duckedClips.ts';
import { PreparedSounds } from './preparedSounds.ts';
import type { AudioEngine } from './soundElement.ts';
import { SoundVoice } from './soundVoice.ts';

/** What a sound graph needs. */
export interface SoundGraphOptions {
  context: AudioContext;
  /** Where the mix goes; default the context's own output. */
  destination?: AudioNode;
  /**
   * Address that a project's media reference can be loaded from now; undefined while its file is missing.
   * @param audioTrack the chosen one, from 1; absent: the file's own choice.
   */
  urlOf(url: string, audioTrack?: number): string | undefined;
  /** Measures the files by which others go down; without it they count as loud throughout. */
  readWave?: ReadWave;
  /** Something that is to be heard is not; told once a clip. */
  onProblem?(problem: SoundProblem): void;
}

/** Why something is not heard. */
export interface SoundProblem {
  /**
   * missing: no file, or none that this browser plays; backwards: too long to be reversed; blocked: the browser
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

/** How often it is checked whether every sound is where it should be, milliseconds. */
const SOUND_CHECK_MS = 10;
/** How long before it is heard a file is opened, seconds. */
const PREPARE_SECONDS = 8;
/** How long playing waits for sounds, milliseconds; they come in later. */
const GIVE_UP_AFTER_MS = 3000;
/** How long it waits for a sound at another pace, which the browser can play too, less exactly; milliseconds. */
const PACE_WAIT_MS = 1000;
/** How long a browser may take to let the context run, milliseconds. */
const CONTEXT_TIMEOUT_MS = 500;
/** A sound that begins within this time after playing does is waited for too, seconds. */
const SOON = 0.3;
/** What failed is tried again when playing rests, but not more often than this, milliseconds. */
const RETRY_MS = 3000;
/** More than this the way to the ear is not taken to be long, seconds. */
const LONGEST_LATENCY = 0.5;

/** A clip, and the key of its prepared file where it plays backwards or at another pace. */
interface Heard {
  clip: SoundClip;
  preparation: string | undefined;
}

/** A file, and the clip as it is to be played of it. */
interface Played {
  address: string;
  clip: SoundClip;
}

/** Makes a silent graph. */
export function createSoundGraph(options: SoundGraphOptions): SoundGraph {
  return new ElementGraph(options);
}

class ElementGraph implements SoundGraph {
  readonly output: GainNode;
  readonly #options: SoundGraphOptions;
  readonly #engine: AudioEngine;
  readonly #voices = new Map<string, SoundVoice>();
  readonly #prepared = new PreparedSounds(() => this.#run || this.#settle());
  readonly #ducked: DuckedClips;
  /** Clips that have been told of since playing began. */
  readonly #told = new Set<string>();
  #clips: ReadonlyMap<string, Heard> = new Map();
  #time = 0;
  #restsSince = 0;
  #triedAt = Number.NEGATIVE_INFINITY;
  /** When the context was last seen running, or playing began. */
  #stoodSince = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #run: { from: number; timeNow: () => number } | undefined;

  constructor(options: SoundGraphOptions) {
    const { context } = options;
    this.#options = options;
    this.#ducked = new DuckedClips(options.readWave, () => this.#takeClips());
    this.output = context.createGain();
    this.output.connect(options.destination ?? context.destination);
    this.#engine = {
      context,
      costs: { start: 0.03, jump: 0.05 },
      now: () => performance.now(),
      onBlocked: () => this.#tellBlocked(),
    };
  }

  get size(): number {
    return this.#voices.size;
  }

  setClips(clips: readonly SoundClip[]): void {
    this.#ducked.clips = clips;
    this.#takeClips();
    this.#prepared.keepOnly(new Set([...this.#clips.values()].flatMap(({ preparation }) => preparation ?? [])));
  }

  #takeClips(): void {
    this.#clips = new Map(this.#ducked.clips.map((clip) => [keyOf(clip), { clip, preparation: preparationOf(clip) }]));
  }

  rest(time: number): void {
    clearInterval(this.#timer);
    this.#run = undefined;
    this.#time = time;
    this.#restsSince = performance.now();
    this.#forgetFailed();
    this.#settle();
  }

  isReady(): boolean {
    const waited = performance.now() - this.#restsSince;
    if (this.#clips.size === 0 || waited > GIVE_UP_AFTER_MS) return true;
    if (!this.#isRunning) return waited > CONTEXT_TIMEOUT_MS;
    for (const [key, { clip, preparation }] of this.#clips) {
      if (clip.start > this.#time + SOON || clip.end <= this.#time) continue;
      const voice = this.#voices.get(key);
      if (voice && !voice.isReadyAt(this.#time)) return false;
      // What its element can play too is not waited for as long as what is silent without its file.
      const isWaitedFor = !voice || waited < PACE_WAIT_MS;
      if (isWaitedFor && preparation !== undefined && this.#prepared.isMaking(preparation)) return false;
    }
    return true;
  }

  run(from: number, timeNow: () => number): void {
    const isOn = this.#run !== undefined;
    this.#run = { from, timeNow };
    if (!isOn) {
      this.#told.clear();
      this.#stoodSince = performance.now();
      this.#timer = setInterval(() => this.#check(), SOUND_CHECK_MS);
    }
    this.#check();
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#run = undefined;
    for (const voice of this.#voices.values()) voice.close();
    this.#voices.clear();
    this.#prepared.dispose();
    this.#ducked.dispose();
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
    else if (performance.now() - this.#stoodSince > CONTEXT_TIMEOUT_MS) this.#tellBlocked();
    for (const [key, voice] of this.#voices) {
      if (this.#isRunning) voice.follow(time, from);
      else voice.silence();
      if (voice.hasFailed) this.#tell('missing', key, voice.clip);
    }
  }

  /** Waits where it rests. */
  #settle(): void {
    this.#openNear(this.#time);
    for (const voice of this.#voices.values()) voice.rest(this.#time);
  }

  get #latency(): number {
    const { outputLatency = 0, baseLatency = 0 } = this.#options.context;
    // An element tells its time once a buffer of the graph: what is heard then lies half of one behind, on average.
    return Math.min(LONGEST_LATENCY, (outputLatency || baseLatency) + baseLatency / 2);
  }

  /** Opens what is heard soon, and lets go of what is not, or no more from the same file. */
  #openNear(time: number): void {
    const near = new Map<string, Played>();
    for (const [key, heard] of this.#clips) {
      const { start, end } = heard.clip;
      const played = end > time && start < time + PREPARE_SECONDS && this.#playedOf(key, heard);
      if (played) near.set(key, played);
    }
    for (const [key, voice] of this.#voices) if (near.get(key)?.address !== voice.address) this.#close(key, voice);
    for (const [key, { address, clip }] of near) {
      const known = this.#voices.get(key);
      if (known) known.clip = clip;
      else this.#voices.set(key, new SoundVoice(this.#engine, this.output, address, clip));
    }
  }

  /** @returns undefined where nothing is heard, or not yet. */
  #playedOf(key: string, { clip, preparation }: Heard): Played | undefined {
    const address = this.#options.urlOf(clip.url, clip.audioTrack);
    if (address === undefined) {
      this.#tell('missing', key, clip);
      return undefined;
    }
    if (preparation === undefined) return { address, clip };
    const prepared = this.#prepared.find(preparation, address, clip);
    const isBack = isBackwards(clip);
    if (typeof prepared === 'object' && (isBack || !this.#isHeardFrom(address, key, clip)))
      return { address: prepared.address, clip: { ...clip, ...prepared.part } };
    if (!isBack) return { address, clip };
    if (prepared === 'long') this.#tell('backwards', key, clip);
    else if (prepared === 'failed') this.#tell('missing', key, clip);
    return undefined;
  }

  /** A sound that is heard is not broken off for a better one. */
  #isHeardFrom(address: string, key: string, { start }: SoundClip): boolean {
    return this.#run !== undefined && start <= this.#time + SOON && this.#voices.get(key)?.address === address;
  }

  /** A link may work again. */
  #forgetFailed(): void {
    const now = performance.now();
    if (now - this.#triedAt < RETRY_MS) return;
    this.#triedAt = now;
    for (const [key, voice] of this.#voices) if (voice.hasFailed) this.#close(key, voice);
    this.#prepared.forgetFailed();
  }

  #close(key: string, voice: SoundVoice): void {
    voice.close();
    this.#voices.delete(key);
  }

  #tellBlocked(): void {
    const [first] = this.#clips.values();
    if (first) this.#tell('blocked', '', first.clip);
  }

  /** @param key of the clip; '' for what is told only once. */
  #tell(kind: SoundProblem['kind'], key: string, { source, url }: SoundClip): void {
    if (!this.#run || this.#told.has(kind + key)) return;
    this.#told.add(kind + key);
    this.#options.onProblem?.({ kind, source, url });
  }
}

/** Changes of volume, place, pace or length are taken by the voice that there is; other files and turns need another. */
function keyOf(clip: SoundClip): string {
  const { source } = clip;
  const reversed = isBackwards(clip) ? preparationOf(clip) : undefined;
  return JSON.stringify([source.kind, source.kind === 'layer' ? source.layerId : '', clip.url, reversed]);
}

function isBackwards({ isReversed, isBoomeranged }: SoundClip): boolean {
  return isReversed || isBoomeranged;
}

/** Names the part of a file that plays backwards or at another pace, and how; undefined for what plays as it is. */
function preparationOf(clip: SoundClip): string | undefined {
  const { url, mediaStart, mediaEnd, speed, isReversed, isBoomeranged } = clip;
  if (speed === 1 && !isBackwards(clip)) return undefined;
  return JSON.stringify([url, mediaStart, mediaEnd, speed, isReversed, isBoomeranged]);
}
