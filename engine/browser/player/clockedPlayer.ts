import type { Project } from '../../project/project.ts';
import { TIME_ROUNDING } from '../../timeline/mediaTime.ts';
import type { SceneSpan } from '../../timeline/spans.ts';
import type { MediaPool } from '../media/mediaPool.ts';
import { CANVAS_REFRESH_MS, type Clock, createClock } from '../playbackClock.ts';
import { Playback } from './playback.ts';
import { PlayedSound, type PlayedTime } from './playedSound.ts';
import type { Loop, Player, PlayerCanvas, PlayerOptions, PlayerSound } from './player.ts';
import { WaitWatch } from './waitWatch.ts';

/** A later tick was delayed, for example by sleep; time does not advance meanwhile. In milliseconds. */
const LONGEST_TICK_MS = 1000;
/** Time for videos and audio to start before the player's time runs, in milliseconds. */
const RUN_UP_MS = 60;
/** The same for media that begin during playback, in seconds, rounded to the nearest tick. */
const RUN_UP = (RUN_UP_MS + CANVAS_REFRESH_MS / 2) / 1000;

/** Implementation of `createPlayer`. */
class ClockedPlayer implements Player {
  state: Player['state'] = 'paused';
  sceneIndex = 0;
  isWaiting = false;
  readonly #options: PlayerOptions;
  readonly #now: () => number;
  readonly #clock: Clock;
  readonly #playback: Playback;
  readonly #watch = new WaitWatch();
  readonly #sound = new PlayedSound();
  readonly #listeners = new Set<() => void>();
  #canvas: PlayerCanvas | undefined;
  #project: Project | undefined;
  /** Time while paused, or of the last tick, in seconds. */
  #time = 0;
  /** The time is #baseTime at #baseNow and runs from there. */
  #baseTime = 0;
  #baseNow = 0;
  #lastTick = 0;
  /** Last reported state. */
  #reported: Pick<Player, 'state' | 'sceneIndex' | 'isWaiting'> = { state: 'paused', sceneIndex: 0, isWaiting: false };

  constructor(options: PlayerOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#clock = (options.clock ?? createClock)({ tick: () => this.#tick() });
    this.#playback = new Playback({
      onMedia: (layerId) => this.#canvas?.refresh(layerId),
      onLearned: () => this.#learn(),
    });
  }

  get time(): number {
    const scene = this.#scene;
    if (this.state !== 'playing' || !scene) return this.#time;
    return Math.max(this.#time, Math.min(scene.end, this.#timeAt(this.#now())));
  }

  get frame(): Player['frame'] {
    return this.#playback.frame;
  }

  get hasAudio(): boolean {
    return this.#sound.hasClips;
  }

  get counts(): Player['counts'] {
    return this.#playback.counts;
  }

  setProject(project: Project, sceneId = this.#scene?.scene.id, at?: number): void {
    const before = this.#scene;
    const { time } = this;
    this.#playback.setProject(project);
    this.#project = project;
    this.#sound.setProject(project, this.#scenes);
    const index = this.#scenes.findIndex(({ scene }) => scene.id === sceneId);
    const scene = this.#scenes[index];
    if (at !== undefined || !before || !scene || before.scene.id !== sceneId) {
      if (at === undefined && scene) this.seek(scene.start, index);
      else this.seek(at ?? time);
      return;
    }
    const place = Math.min(time - before.start, scene.end - scene.start);
    const shift = scene.start + Math.max(0, place) - time;
    this.sceneIndex = index;
    this.#time = time + shift;
    // Shifts running time without interruption.
    this.#baseTime += shift;
    this.#sound.go(this.#playedTime);
    this.#show();
    this.#notify();
  }

  showOn(media: MediaPool | undefined, canvas?: PlayerCanvas): void {
    if (this.#canvas) this.#canvas.onChange = () => {};
    this.#canvas = canvas;
    if (canvas) canvas.onChange = () => this.#clock.wake();
    this.#playback.showOn(media, canvas);
    this.#show();
    if (canvas?.isDirty) this.#clock.wake();
  }

  soundThrough(sound: PlayerSound | undefined): void {
    this.#sound.through(sound, this.#playedTime);
  }

  play(): void {
    if (this.state !== 'paused' || this.#end <= 0) return;
    if (this.#time >= this.#end - TIME_ROUNDING) this.#enter(0, 0);
    this.#playback.sessions?.forgetMissing();
    this.#wait();
  }

  pause(): void {
    if (this.state === 'paused') return;
    this.#time = this.time;
    this.state = 'paused';
    this.isWaiting = false;
    this.#rest();
    this.#notify();
  }

  seek(time: number, sceneIndex?: number): void {
    const target = Math.min(Math.max(0, time), this.#end);
    const index = sceneIndex ?? this.#scenes.findIndex(({ end }) => target < end - TIME_ROUNDING);
    this.#enter(index < 0 ? Math.max(0, this.#scenes.length - 1) : index, target);
    if (this.state === 'paused') {
      this.#rest();
      this.#notify();
    } else this.#wait();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  dispose(): void {
    this.pause();
    this.showOn(undefined);
    this.#clock.stop();
    this.#sound.go({ at: this.#time });
  }

  get #scenes(): readonly SceneSpan[] {
    return this.#playback.scenes;
  }

  get #scene(): SceneSpan | undefined {
    return this.#scenes[this.sceneIndex];
  }

  get #end(): number {
    return this.#scenes.at(-1)?.end ?? 0;
  }

  #learn(): void {
    if (this.#project) this.#sound.setProject(this.#project, this.#scenes);
    this.#sound.go(this.#playedTime);
    this.#show();
  }

  #notify(): void {
    const { state, sceneIndex, isWaiting } = this;
    this.#reported = { state, sceneIndex, isWaiting };
    for (const listener of this.#listeners) listener();
  }

  /** Time that runs is not reported. */
  #tellChange(): void {
    const { state, sceneIndex, isWaiting } = this;
    const reported = this.#reported;
    if (reported.state === state && reported.sceneIndex === sceneIndex && reported.isWaiting === isWaiting) return;
    this.#notify();
  }

  /** Resolves the current frame, moves the files to it and passes it to the canvas. */
  #show(): void {
    const { sceneIndex } = this;
    const isPlaying = this.state === 'playing';
    // While paused at a scene's start, a text that fades in would not be visible yet.
    const stillTexts = this.state === 'paused' && this.#time === this.#scene?.start;
    this.#playback.show({ sceneIndex, time: this.#time, isPlaying, stillTexts, runUp: RUN_UP });
  }

  /** Stops time until everything is ready. */
  #wait(): void {
    this.state = 'buffering';
    this.#lastTick = this.#now();
    this.#watch.begin(this.#lastTick);
    this.isWaiting = false;
    this.#rest();
    this.#notify();
    this.#clock.wake();
  }

  #rest(): void {
    this.#show();
    this.#sound.go({ at: this.#time });
  }

  #tick(): boolean {
    if (this.state !== 'paused') this.#goOn();
    this.#canvas?.draw();
    return this.state !== 'paused' || (this.#canvas?.isDirty ?? false);
  }

  #goOn(): void {
    // Not the display frame's start: videos report their current position.
    const now = this.#now();
    const passed = Math.max(0, now - this.#lastTick);
    this.#lastTick = now;
    this.#tellMissing();
    if (this.state === 'buffering') this.#goOnWaiting(now);
    else if (passed >= LONGEST_TICK_MS) this.#wait();
    else this.#goOnPlaying(now);
    this.#tellChange();
  }

  #goOnWaiting(now: number): void {
    if ((this.#playback.sessions?.isReady() ?? true) && this.#sound.isReady()) {
      this.#begin(now);
      return;
    }
    this.isWaiting = this.#watch.isLong(now);
    if (!this.#watch.becomesSlow(now)) return;
    for (const file of this.#playback.sessions?.late() ?? []) this.#options.onProblem?.({ kind: 'slow', ...file });
  }

  #begin(now: number): void {
    this.state = 'playing';
    this.isWaiting = false;
    this.#watch.forgetStall();
    this.#baseTime = this.#time;
    this.#baseNow = now + (this.#playback.sessions?.hasVideo || this.#sound.hasClips ? RUN_UP_MS : 0);
    this.#show();
    this.#sound.go(this.#playedTime);
  }

  get #playedTime(): PlayedTime {
    if (this.state !== 'playing') return { at: this.#time };
    return { from: this.#baseTime, timeNow: () => Math.min(this.#end, this.#timeAt(this.#now())) };
  }

  #timeAt(now: number): number {
    return this.#baseTime + (now - this.#baseNow) / 1000;
  }

  #goOnPlaying(now: number): void {
    const scene = this.#scene;
    if (!scene) {
      this.pause();
      return;
    }
    const time = Math.max(this.#baseTime, this.#timeAt(now));
    const loop = this.#options.loop?.() ?? 'project';
    if (typeof loop === 'number' && time >= loop) {
      this.seek(0);
      return;
    }
    if (typeof loop === 'object' && this.#time < loop.to - TIME_ROUNDING && time >= loop.to - TIME_ROUNDING) {
      this.seek(Math.min(loop.from, loop.to));
      return;
    }
    if (time >= scene.end - TIME_ROUNDING) {
      this.#leaveScene(scene, time, loop);
      return;
    }
    this.#time = Math.max(scene.start, time);
    if (this.#watch.stalls(now, this.#hasFutureData)) this.#wait();
    else this.#show();
  }

  get #hasFutureData(): boolean {
    return this.#playback.sessions?.hasFutureData() ?? true;
  }

  /** Continues with the next scene at the end of a scene; after the last as `loop` says. */
  #leaveScene(scene: SceneSpan, time: number, loop: Loop): void {
    const staysInScene = loop === 'scene';
    const following = this.#scenes.findIndex(({ start, end }, i) => i > this.sceneIndex && end > start + TIME_ROUNDING);
    if (following < 0 && loop === 'none') {
      this.#time = scene.end;
      this.pause();
      return;
    }
    if (staysInScene || following < 0) {
      this.#enter(staysInScene ? this.sceneIndex : 0, staysInScene ? scene.start : 0);
      this.#wait();
      return;
    }
    const next = this.#scenes[following] as SceneSpan;
    this.#enter(following, Math.min(time, next.end - TIME_ROUNDING));
    this.#show();
    if (this.#hasFutureData) return;
    this.#time = next.start;
    this.#wait();
  }

  #enter(sceneIndex: number, time: number): void {
    this.sceneIndex = sceneIndex;
    this.#time = time;
    this.#watch.forgetStall();
  }

  #tellMissing(): void {
    for (const file of this.#playback.sessions?.newlyMissing('video') ?? []) {
      this.#options.onProblem?.({ kind: 'missing', ...file });
    }
  }
}

/** Creates a player. It has nothing to play before `setProject`. */
export function createPlayer(options: PlayerOptions = {}): Player {
  return new ClockedPlayer(options);
}
