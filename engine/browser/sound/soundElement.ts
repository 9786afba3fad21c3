import { Steer } from '../media/steer.ts';

/** A stretch of the timeline in which a stretch of a file is heard. */
export interface SoundSegment {
  /** Seconds of the whole video. */
  from: number;
  /** Exclusive. */
  to: number;
  /** Where in the file it begins, seconds. */
  mediaFrom: number;
  /** Seconds of the file a second. */
  speed: number;
}

/** What elements of one graph have in common. */
export interface AudioEngine {
  context: BaseAudioContext & { createMediaElementSource(element: HTMLMediaElement): AudioNode };
  /** How long a start and a jump take until something is heard, seconds; learnt from how they went. */
  costs: { start: number; jump: number };
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  /** The browser does not let a page make sound before somebody has clicked in it. */
  onBlocked(): void;
}

/** A sound that drifts further than this is put back to its time, seconds . */
const RESYNC_SECONDS = 0.08;
/** Smaller drifts are taken back by the pace, within a second and so little that it is not heard. */
const STEERING = { deadband: 0.003, minCorrection: 0.0075, maxCorrection: 0.06 };
/** What is further than this from its time is not heard until it is put back, seconds. */
const FAR = 0.5;
/** A change of the pace by more than this part would be heard as another pitch. */
const UNHEARD = 0.01;
/** A sound whose pitch is kept is heard so much before its time, seconds of the file (measured in Chromium at 0.5 and 2). */
const STRETCH_LEAD = 0.025;
/** A resting element that is this near to its place need not be sought, seconds. */
const NEAR = 0.03;
/** After a start or a jump it takes this long to know how it went, milliseconds. */
const SETTLE_MS = 150;
/** What starting or jumping may take at most, seconds. */
const LONGEST_COST = 0.3;
/** Half of the time between two calls of `follow`, seconds: so much too late it would begin on average. */
const HALF_CHECK = 0.005;
/** How fast the volume follows, seconds; slower than a click, faster than an ear. */
const GLIDE = 0.004;
/** Weight of a new measurement of the drift: browsers tell times that jitter. */
const WEIGHT = 0.2;
/** As of HTMLMediaElement. */
const HAVE_NOTHING = 0;
const HAVE_FUTURE_DATA = 3;

/** One media element that is heard through the graph. Videos give their sound through elements of their own too. */
export class SoundElement {
  readonly #engine: AudioEngine;
  readonly #audio = document.createElement('audio');
  readonly #gain: GainNode;
  readonly #source: AudioNode;
  readonly #steer = new Steer(STEERING);
  readonly #ending = new AbortController();
  #level = 0;
  #drift = 0;
  /** What is being measured, since when, and how much before its time it was begun, seconds; undefined: nothing. */
  #measured: { cost: 'start' | 'jump'; since: number; ahead: number } | undefined;
  #settledAt = 0;

  constructor(engine: AudioEngine, output: AudioNode, address: string) {
    const { context } = engine;
    this.#engine = engine;
    const audio = this.#audio;
    audio.preload = 'auto';
    // Without it the sound of another server would be silence in the graph.
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

  /** Whether it can begin at once from where it is; true for a file that never will. */
  get isReady(): boolean {
    const { seeking, readyState, ended, duration, currentTime } = this.#audio;
    return this.hasFailed || ended || (!seeking && (readyState >= HAVE_FUTURE_DATA || duration - currentTime < 0.1));
  }

  /** Falls silent and stands still. */
  silence(): void {
    this.#setLevel(0);
    if (!this.#audio.paused) this.#audio.pause();
    this.#measured = undefined;
  }

  /** Falls silent and waits where a segment is at a time. */
  rest(segment: SoundSegment, time: number): void {
    this.silence();
    const target = mediaTimeOf(segment, Math.max(segment.from, time));
    if (this.#isOff(target, NEAR)) this.#seek(target);
  }

  /**
   * Plays a segment; call it again every few milliseconds.
   * @param time that is heard of what enters the graph now. @param from when playing begins: until then it rests.
   * @param level factor of the amplitude.
   */
  follow(segment: SoundSegment, time: number, from: number, level: number): void {
    const audio = this.#audio;
    const start = Math.max(segment.from, from);
    // One that plays so long before its time was started for another, from which the segment has been moved.
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

  /** Lets go of file and nodes. */
  close(): void {
    this.#ending.abort();
    const audio = this.#audio;
    audio.pause();
    audio.removeAttribute('src');
    // Only loading nothing lets go of connection and decoder, of which a browser has few.
    audio.load();
    this.#source.disconnect();
    this.#gain.disconnect();
  }

  /** @param time at which it is to be heard. @param now that is heard of what enters the graph now. */
  #start(segment: SoundSegment, time: number, now: number): void {
    const audio = this.#audio;
    if (this.#isOff(mediaTimeOf(segment, time), RESYNC_SECONDS)) {
      // It comes in late: time goes on while it is sought.
      this.#seek(mediaTimeOf(segment, time + this.#engine.costs.jump));
      return;
    }
    if (audio.ended) return;
    this.#setPace(segment.speed);
    // At the beginning of playing there is no time to begin it ahead.
    this.#measure('start', timeOf(segment, audio.currentTime) - now);
    audio.play().catch((error: DOMException) => {
      if (error.name === 'NotAllowedError' && !this.#ending.signal.aborted) this.#engine.onBlocked();
    });
  }

  #isOff(target: number, tolerance: number): boolean {
    return Math.abs(this.#audio.currentTime - this.#within(target)) > tolerance;
  }

  /** Sends it to a place; the last one counts, also while it is being sought, or before there is anything to seek. */
  #seek(target: number): void {
    this.#audio.currentTime = this.#within(target);
  }

  /** Files may be shorter than they are said to be. */
  #within(target: number): number {
    return Math.min(target, this.#audio.duration || target);
  }

  #keepTime(segment: SoundSegment, time: number): void {
    const audio = this.#audio;
    if (audio.readyState === HAVE_NOTHING) {
      // It goes to where it should be once it is there.
      this.#measured = undefined;
      this.#seek(mediaTimeOf(segment, time + this.#engine.costs.jump));
      return;
    }
    const drift = audio.currentTime - mediaTimeOf(segment, time);
    const now = this.#engine.now();
    if (this.#measured && now - this.#measured.since < SETTLE_MS) {
      // It has only just been sent here; what is told now is where it was sent, not what is heard.
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

  /** Keeping the pitch costs some of the sound's sharpness, so it is kept only where it would be heard. */
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

  /** What it took is how late it was, and how much before its time it was begun; the next time counts on half of the news. */
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

/** When a second of the file is to be heard. */
function timeOf({ from, mediaFrom, speed }: SoundSegment, mediaTime: number): number {
  return from + (mediaTime + leadAt(speed) - mediaFrom) / speed;
}

function leadAt(speed: number): number {
  return speed === 1 ? 0 : STRETCH_LEAD;
}
