import type { SoundStage } from '../../soundEffects/stage.ts';
import { STREAM_TOLERANCE } from '../../timeline/streamTimes.ts';
import { originOf } from '../media/fileOrigin.ts';
import { Steer } from '../media/steer.ts';
import { createEffectNodes, type EffectNodes } from './effectNodes.ts';

/** A span of the timeline in which a span of a file plays. */
export interface SoundSegment {
  /** Seconds of the whole video. */
  from: number;
  /** Exclusive. */
  to: number;
  /** Start on the clock of the file's element, in seconds. */
  mediaFrom: number;
  /** Seconds of the file per second. */
  speed: number;
}

/** Shared by the elements of a graph. */
export interface AudioEngine {
  context: BaseAudioContext & { createMediaElementSource(element: HTMLMediaElement): AudioNode };
  /** Measured delays of starting and seeking until audio is audible, in seconds. */
  costs: { start: number; jump: number };
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** The browser requires a user gesture before audio. */
  onBlocked(): void;
}

/** Drift above which audio is sought, in seconds. */
const RESYNC_SECONDS = 0.08;
/** Smaller drift is corrected by the speed, within a second and inaudibly. */
const STEERING = { deadband: 0.003, minCorrection: 0.0075, maxCorrection: 0.06 };
/** Audio that is further off than this is muted until it has been sought, in seconds. */
const FAR = 0.5;
/** Larger changes of the speed, as a share, would be audible as a change of pitch. */
const UNHEARD = 0.01;
/** Audio with preserved pitch plays this much ahead, in seconds of the file (measured in Chromium at 0.5 and 2). */
const STRETCH_LEAD = 0.025;
/** A paused element this close to its position is not sought, in seconds. */
const NEAR = 0.03;
/** Time after a start or seek until its delay can be measured, in milliseconds. */
const SETTLE_MS = 150;
/** Largest assumed delay of a start or seek, in seconds. */
const LONGEST_COST = 0.3;
/** Half of the interval between calls of `follow`, the average lateness of a start, in seconds. */
const HALF_CHECK = 0.005;
/** Time constant of volume changes in seconds; avoids clicks and is inaudible. */
const GLIDE = 0.004;
/** Weight of a new drift measurement, because browsers' times jitter. */
const WEIGHT = 0.2;
/** As in HTMLMediaElement. */
const HAVE_NOTHING = 0;
const HAVE_FUTURE_DATA = 3;

/** A media element connected to the graph. Audio of videos also has its own elements. */
export class SoundElement {
  readonly #engine: AudioEngine;
  readonly #address: string;
  readonly #audio = document.createElement('audio');
  readonly #gain: GainNode;
  readonly #source: AudioNode;
  readonly #steer = new Steer(STEERING);
  readonly #ending = new AbortController();
  #effects: EffectNodes | undefined;
  #stages: readonly SoundStage[] | undefined;
  #level = 0;
  #drift = 0;
  /**
   * The delay that is being measured, its start, and how much ahead of time it was begun, in seconds; undefined: none.
   */
  #measured: { cost: 'start' | 'jump'; since: number; ahead: number } | undefined;
  #settledAt = 0;

  constructor(engine: AudioEngine, output: AudioNode, address: string) {
    const { context } = engine;
    this.#engine = engine;
    this.#address = address;
    const audio = this.#audio;
    audio.preload = 'auto';
    // Without it audio of another origin would be silent in the graph.
    audio.crossOrigin = 'anonymous';
    audio.src = address;
    this.#gain = context.createGain();
    this.#gain.gain.value = 0;
    this.#source = context.createMediaElementSource(audio);
    this.#source.connect(this.#gain).connect(output);
  }

  /** Whether the file cannot be played. */
  get hasFailed(): boolean {
    return this.#audio.error !== null;
  }

  /** Whether it can start immediately from its position; true for a file that never will. */
  get isReady(): boolean {
    const { seeking, readyState, ended, duration, currentTime } = this.#audio;
    return this.hasFailed || ended || (!seeking && (readyState >= HAVE_FUTURE_DATA || duration - currentTime < 0.1));
  }

  /** Sets the sound effects; undefined: none. */
  setEffects(stages: readonly SoundStage[] | undefined): void {
    if (stages === this.#stages) return;
    this.#stages = stages;
    if (stages && this.#effects?.set(stages)) return;
    this.#source.disconnect();
    this.#effects?.dispose();
    this.#effects = stages && createEffectNodes(this.#engine.context, stages);
    this.#source.connect(this.#effects?.input ?? this.#gain);
    this.#effects?.output.connect(this.#gain);
  }

  /** Mutes and pauses. */
  silence(): void {
    this.#setLevel(0);
    if (!this.#audio.paused) this.#audio.pause();
    this.#measured = undefined;
  }

  /** Mutes and pauses at the position of a segment for a time. */
  rest(segment: SoundSegment, time: number): void {
    this.silence();
    const target = mediaTimeOf(segment, Math.max(segment.from, time));
    if (this.#isOff(target, NEAR)) this.#seek(target);
  }

  /**
   * Plays a segment; call it every few milliseconds.
   * @param time at which audio entering the graph now is audible. @param from start of playback; it is paused until
   * then.
   * @param level amplitude factor.
   */
  follow(segment: SoundSegment, time: number, from: number, level: number): void {
    const audio = this.#audio;
    const start = Math.max(segment.from, from);
    // One that already plays this much ahead was started for another segment.
    const ahead = audio.paused ? this.#engine.costs.start + HALF_CHECK : LONGEST_COST;
    if (time >= segment.to || time + ahead < start) {
      this.rest(segment, time >= segment.to ? segment.from : start);
      return;
    }
    const isFar = this.#isOff(mediaTimeOf(segment, time), FAR * Math.max(1, segment.speed));
    this.#setLevel(time < start || isFar ? 0 : level);
    if (audio.seeking || this.hasFailed) return;
    if (audio.paused) this.#start(segment, Math.max(start, time), time);
    else if (!audio.ended) this.#keepTime(segment, time);
  }

  /** Releases file and nodes. */
  close(): void {
    this.#ending.abort();
    const audio = this.#audio;
    audio.pause();
    audio.removeAttribute('src');
    // Only loading nothing releases connection and decoder, of which browsers have few.
    audio.load();
    this.#source.disconnect();
    this.#effects?.dispose();
    this.#gain.disconnect();
  }

  /** @param time at which it should be audible. @param now at which audio entering the graph now is audible. */
  #start(segment: SoundSegment, time: number, now: number): void {
    const audio = this.#audio;
    if (this.#isOff(mediaTimeOf(segment, time), RESYNC_SECONDS)) {
      // It starts late, because time continues during the seek.
      this.#seek(mediaTimeOf(segment, time + this.#engine.costs.jump));
      return;
    }
    if (audio.ended) return;
    this.#setPace(segment.speed);
    // At the start of playback there is no time to start it ahead.
    this.#measure('start', timeOf(segment, audio.currentTime) - now);
    audio.play().catch((error: DOMException) => {
      if (error.name === 'NotAllowedError' && !this.#ending.signal.aborted) this.#engine.onBlocked();
    });
  }

  #isOff(target: number, tolerance: number): boolean {
    return Math.abs(this.#audio.currentTime - this.#within(target)) > tolerance;
  }

  /** Seeks to a position; the last call wins, also during a seek or before anything is loaded. */
  #seek(target: number): void {
    this.#audio.currentTime = this.#within(target);
  }

  /** Files may be shorter than declared. Chromium reports the duration of an MP4 without its late start. */
  #within(target: number): number {
    const origin = originOf(this.#address) ?? 0;
    const end = this.#audio.duration + (origin > STREAM_TOLERANCE ? origin : 0);
    return Math.min(target, end || target);
  }

  #keepTime(segment: SoundSegment, time: number): void {
    const audio = this.#audio;
    if (audio.readyState === HAVE_NOTHING) {
      // It will be sought again when it is loaded.
      this.#measured = undefined;
      this.#seek(mediaTimeOf(segment, time + this.#engine.costs.jump));
      return;
    }
    const drift = audio.currentTime - mediaTimeOf(segment, time);
    const now = this.#engine.now();
    if (this.#measured && now - this.#measured.since < SETTLE_MS) {
      // Just after a seek, the reported position is the target, not what is audible.
      this.#drift = drift;
      return;
    }
    this.#drift += WEIGHT * (drift - this.#drift);
    this.#learn(drift / segment.speed);
    if (Math.abs(drift) > RESYNC_SECONDS * Math.max(1, segment.speed) && now > this.#settledAt) {
      this.#measure('jump', this.#engine.costs.jump);
      audio.currentTime = mediaTimeOf(segment, time + this.#engine.costs.jump);
      return;
    }
    this.#setPace(this.#steer.rateFor(segment.speed, this.#drift));
  }

  /** Preserving the pitch makes audio slightly less sharp, so it is only used for audible changes. */
  #setPace(rate: number): void {
    const audio = this.#audio;
    if (audio.playbackRate === rate) return;
    const keepsPitch = Math.abs(rate - 1) > UNHEARD;
    if (audio.preservesPitch !== keepsPitch) audio.preservesPitch = keepsPitch;
    audio.playbackRate = rate;
  }

  #measure(cost: 'start' | 'jump', ahead: number): void {
    const since = this.#engine.now();
    this.#measured = { cost, since, ahead };
    this.#settledAt = since + 2 * SETTLE_MS;
  }

  /** Updates a delay from its lateness and head start, averaged with the previous value. */
  #learn(drift: number): void {
    if (!this.#measured) return;
    const { costs } = this.#engine;
    const { cost, ahead } = this.#measured;
    this.#measured = undefined;
    if (Math.abs(drift) < 1) costs[cost] = Math.min(LONGEST_COST, Math.max(0, (costs[cost] + ahead - drift) / 2));
  }

  #setLevel(level: number): void {
    if (level === this.#level) return;
    this.#level = level;
    this.#gain.gain.setTargetAtTime(level, this.#engine.context.currentTime, GLIDE);
  }
}

function mediaTimeOf({ from, mediaFrom, speed }: SoundSegment, time: number): number {
  return Math.max(0, mediaFrom + Math.max(0, time - from) * speed - leadAt(speed));
}

/** Returns when a position of the file should be audible. */
function timeOf({ from, mediaFrom, speed }: SoundSegment, mediaTime: number): number {
  return from + (mediaTime + leadAt(speed) - mediaFrom) / speed;
}

function leadAt(speed: number): number {
  return speed === 1 ? 0 : STRETCH_LEAD;
}
