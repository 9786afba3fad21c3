import type { AudioClip } from '../../timeline/soundtrack.ts';
import type { PlayerSound } from '../player/player.ts';
import { DuckedClips, type ReadWave } from './duckedClips.ts';
import { PreparedSounds } from './preparedSounds.ts';
import type { AudioEngine } from './soundElement.ts';
import { SoundVoice } from './soundVoice.ts';

export { createLevelMeter } from './levelMeter.ts';

/** Options of a sound graph. */
export interface SoundGraphOptions {
  context: AudioContext;
  /** Target of the mix; default the context's output. */
  destination?: AudioNode;
  /**
   * Returns the current URL of a media reference; undefined while its file is missing.
   * @param audioTrack the chosen one, from 1; absent: the file's default.
   */
  urlOf(url: string, audioTrack?: number): string | undefined;
  /** Measures files for ducking; without it they count as loud throughout. */
  readWave?: ReadWave;
  /** Called once per clip that cannot play. */
  onProblem?(problem: SoundProblem): void;
}

/** Why a clip cannot play. */
export interface SoundProblem {
  /**
   * missing: no file, or not supported by this browser; backwards: too long to be reversed; blocked: the browser
   * requires a user gesture.
   */
  kind: 'missing' | 'backwards' | 'blocked';
  source: AudioClip['source'];
  /** As in the project. */
  url: string;
}

/** Plays the audio of a project: each clip with media elements, and its volume and fades with a node of the graph. */
export interface SoundGraph extends PlayerSound {
  /** Last node before the destination; tests tap it. */
  readonly output: AudioNode;
  /** Number of media elements, for tests. */
  readonly size: number;
  /** Releases everything except the context. */
  dispose(): void;
}

/** Interval for checking every clip's position, in milliseconds. */
const SOUND_CHECK_MS = 10;
/** Time before a clip's start at which its file is opened, in seconds. */
const PREPARE_SECONDS = 8;
/** Longest wait of playback for audio, in milliseconds; afterwards clips join late. */
const GIVE_UP_AFTER_MS = 3000;
/** Longest wait for prepared audio at another speed, in milliseconds; the browser can play it too, less exactly. */
const PACE_WAIT_MS = 1000;
/** Longest wait for the context to run, in milliseconds. */
const CONTEXT_TIMEOUT_MS = 500;
/** Playback also waits for clips that begin within this time, in seconds. */
const SOON = 0.3;
/** Shortest interval between retries of failed files when paused, in milliseconds. */
const RETRY_MS = 3000;
/** Largest assumed output latency, in seconds. */
const LONGEST_LATENCY = 0.5;

/** A clip, and the key of its prepared file if it plays backwards or at another speed. */
interface ScheduledClip {
  clip: AudioClip;
  preparation: string | undefined;
}

/** A file, and the clip to play from it. */
interface Played {
  address: string;
  clip: AudioClip;
}

/** Creates a silent graph. */
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
  /** Clips that have been reported since playback began. */
  readonly #reported = new Set<string>();
  #clips: ReadonlyMap<string, ScheduledClip> = new Map();
  #time = 0;
  #restsSince = 0;
  #triedAt = Number.NEGATIVE_INFINITY;
  /** When the context was last seen running, or playback began. */
  #stoodSince = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #run: { from: number; timeNow: () => number } | undefined;

  constructor(options: SoundGraphOptions) {
    const { context } = options;
    this.#options = options;
    this.#ducked = new DuckedClips(options.readWave, () => this.#applyClips());
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

  setClips(clips: readonly AudioClip[]): void {
    this.#ducked.clips = clips;
    this.#applyClips();
    this.#prepared.keepOnly(new Set([...this.#clips.values()].flatMap(({ preparation }) => preparation ?? [])));
  }

  #applyClips(): void {
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
      // Audio that an element can play without preparation is waited for less long.
      const isWaitedFor = !voice || waited < PACE_WAIT_MS;
      if (isWaitedFor && preparation !== undefined && this.#prepared.isMaking(preparation)) return false;
    }
    return true;
  }

  run(from: number, timeNow: () => number): void {
    const isOn = this.#run !== undefined;
    this.#run = { from, timeNow };
    if (!isOn) {
      this.#reported.clear();
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

  /** A suspended context would block the elements connected to it. */
  get #isRunning(): boolean {
    return this.#options.context.state === 'running';
  }

  #check(): void {
    if (!this.#run) return;
    const { from, timeNow } = this.#run;
    // Audio entering the graph now is audible this much later.
    const time = timeNow() + this.#latency;
    this.#time = time;
    this.#openNear(time);
    if (this.#isRunning) this.#stoodSince = performance.now();
    else if (performance.now() - this.#stoodSince > CONTEXT_TIMEOUT_MS) this.#tellBlocked();
    for (const [key, voice] of this.#voices) {
      if (this.#isRunning) voice.follow(time, from);
      else voice.silence();
      if (voice.hasFailed) this.#report('missing', key, voice.clip);
    }
  }

  /** Pauses at the current time. */
  #settle(): void {
    this.#openNear(this.#time);
    for (const voice of this.#voices.values()) voice.rest(this.#time);
  }

  get #latency(): number {
    const { outputLatency = 0, baseLatency = 0 } = this.#options.context;
    // An element's time advances once per buffer: on average, audible audio lags by half a buffer.
    return Math.min(LONGEST_LATENCY, (outputLatency || baseLatency) + baseLatency / 2);
  }

  /** Opens clips that begin soon, and closes those that are over or play from another file. */
  #openNear(time: number): void {
    const near = new Map<string, Played>();
    for (const [key, scheduled] of this.#clips) {
      const { start, end } = scheduled.clip;
      const played = end > time && start < time + PREPARE_SECONDS && this.#playedOf(key, scheduled);
      if (played) near.set(key, played);
    }
    for (const [key, voice] of this.#voices) if (near.get(key)?.address !== voice.address) this.#close(key, voice);
    for (const [key, { address, clip }] of near) {
      const known = this.#voices.get(key);
      if (known) known.clip = clip;
      else this.#voices.set(key, new SoundVoice(this.#engine, this.output, address, clip));
    }
  }

  /** @returns undefined if nothing can be played, or not yet. */
  #playedOf(key: string, { clip, preparation }: ScheduledClip): Played | undefined {
    const address = this.#options.urlOf(clip.url, clip.audioTrack);
    if (address === undefined) {
      this.#report('missing', key, clip);
      return undefined;
    }
    if (preparation === undefined) return { address, clip };
    const prepared = this.#prepared.find(preparation, address, clip);
    const isBack = isBackwards(clip);
    if (typeof prepared === 'object' && (isBack || !this.#isPlayedFrom(address, key, clip)))
      return { address: prepared.address, clip: { ...clip, ...prepared.part } };
    if (!isBack) return { address, clip };
    if (prepared === 'long') this.#report('backwards', key, clip);
    else if (prepared === 'failed') this.#report('missing', key, clip);
    return undefined;
  }

  /** Audible clips do not switch to a prepared file. */
  #isPlayedFrom(address: string, key: string, { start }: AudioClip): boolean {
    return this.#run !== undefined && start <= this.#time + SOON && this.#voices.get(key)?.address === address;
  }

  /** Retries failed files, because a link may work again. */
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
    if (first) this.#report('blocked', '', first.clip);
  }

  /** @param key of the clip; '' for what is reported only once. */
  #report(kind: SoundProblem['kind'], key: string, { source, url }: AudioClip): void {
    if (!this.#run || this.#reported.has(kind + key)) return;
    this.#reported.add(kind + key);
    this.#options.onProblem?.({ kind, source, url });
  }
}

/** Voices can change volume, position, speed and length; other files and directions need a new voice. */
function keyOf(clip: AudioClip): string {
  const { source } = clip;
  const reversed = isBackwards(clip) ? preparationOf(clip) : undefined;
  return JSON.stringify([source.kind, source.kind === 'layer' ? source.layerId : '', clip.url, reversed]);
}

function isBackwards({ isReversed, isBoomeranged }: AudioClip): boolean {
  return isReversed || isBoomeranged;
}

/** Returns a key of the part of a file that plays backwards or at another speed; undefined for normal playback. */
function preparationOf(clip: AudioClip): string | undefined {
  const { url, mediaStart, mediaEnd, speed, isReversed, isBoomeranged } = clip;
  if (speed === 1 && !isBackwards(clip)) return undefined;
  return JSON.stringify([url, mediaStart, mediaEnd, speed, isReversed, isBoomeranged]);
}
