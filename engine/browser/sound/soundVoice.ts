import { runLength } from '../../timeline/durations.ts';
import { gainAt } from '../../timeline/soundGain.ts';
import type { AudioClip } from '../../timeline/soundtrack.ts';
import { findOrigin, originOf } from '../media/fileOrigin.ts';
import { type AudioEngine, SoundElement, type SoundSegment } from './soundElement.ts';

/** Time before a run begins at which its element is opened and sought, in seconds. */
const PREPARE_SECONDS = 3;

/**
 * A clip of the soundtrack. A looping clip alternates between two elements: while one plays, the other waits at the
 * start, so that there is no gap.
 */
export class SoundVoice {
  clip: AudioClip;
  readonly address: string;
  readonly #engine: AudioEngine;
  readonly #output: AudioNode;
  readonly #elements: (SoundElement | undefined)[] = [undefined, undefined];

  /** @param address of a file that plays forwards; `clip` then refers to it. */
  constructor(engine: AudioEngine, output: AudioNode, address: string, clip: AudioClip) {
    this.#engine = engine;
    this.#output = output;
    this.address = address;
    this.clip = clip;
    // The media pool finds it for video layers.
    if (clip.source.kind === 'track' || !clip.source.isSeen) void findOrigin(address);
  }

  /** Whether the file cannot be played. */
  get hasFailed(): boolean {
    return this.#elements.some((element) => element?.hasFailed);
  }

  /** Returns whether it can start immediately at a time, in seconds of the whole video. */
  isReadyAt(time: number): boolean {
    return this.#elements[this.#runAt(time) % 2]?.isReady ?? false;
  }

  /** Mutes and pauses. */
  silence(): void {
    for (const element of this.#elements) element?.silence();
  }

  /** Mutes and pauses at the position of a time. */
  rest(time: number): void {
    const run = this.#runAt(time);
    this.#element(run).rest(this.#segment(run), time);
    this.#restOther(run);
  }

  /** Plays; see SoundElement.follow. */
  follow(time: number, from: number): void {
    const { clip } = this;
    const run = this.#runAt(time);
    const segment = this.#segment(run);
    const level = gainAt(clip, time);
    this.#element(run).follow(segment, time, from, level);
    const next = this.#segment(run + 1);
    if (clip.loops && next.from < clip.end && next.from - time < PREPARE_SECONDS) {
      this.#element(run + 1).follow(next, time, from, level);
    } else this.#restOther(run);
  }

  /** Releases everything. */
  close(): void {
    for (const element of this.#elements) element?.close();
  }

  #restOther(run: number): void {
    this.#elements[(run + 1) % 2]?.rest(this.#segment(run + 1), 0);
  }

  #element(run: number): SoundElement {
    const element = this.#elements[run % 2] ?? new SoundElement(this.#engine, this.#output, this.address);
    this.#elements[run % 2] = element;
    element.setEffects(this.clip.effects);
    return element;
  }

  #runAt(time: number): number {
    const { clip } = this;
    return clip.loops ? Math.max(0, Math.floor((Math.min(time, clip.end) - clip.start) / this.#length + 1e-9)) : 0;
  }

  #segment(run: number): SoundSegment {
    const { start, end, loops, mediaStart, speed } = this.clip;
    const from = start + run * this.#length;
    const mediaFrom = mediaStart + (originOf(this.address) ?? 0);
    return { from, to: loops ? Math.min(end, from + this.#length) : end, mediaFrom, speed };
  }

  get #length(): number {
    const { mediaStart: start, mediaEnd: end, ...rest } = this.clip;
    return Math.max(0.01, runLength({ ...rest, start, end }));
  }
}
