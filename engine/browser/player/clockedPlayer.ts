import type { Project } from '../../project/project.ts';
import { transitionAt } from '../../timeline/resolve.ts';
import { type SoundClip, soundtrack } from '../../timeline/soundtrack.ts';
import { type SceneSpan, sceneSpans } from '../../timeline/spans.ts';
import { type Clock, createClock, SEEKER_REFRESH_MS } from '../clock.ts';
import type { MediaPool } from '../media/mediaPool.ts';
import type { Player, PlayerOptions, PlayerSound, PlayerState } from './player.ts';
import { SceneFilms } from './sceneFilms.ts';

/** A tick that comes later than this was held up, as by a sleeping machine: time stands still meanwhile, milliseconds. */
const LONGEST_TICK_MS = 1000;
/** How long films and sounds are given to get going before time runs, milliseconds. */
const RUN_UP_MS = 60;
/** Half the time from tick to tick, seconds. */
const HALF_TICK = SEEKER_REFRESH_MS / 2000;
/** How long a playing film may lack data before time waits for it, milliseconds: a loop is wound in that time. */
const PATIENCE_MS = 250;
/** How long waiting is not worth a word, milliseconds. */
const GRACE_MS = 250;
/** After this much waiting it is said what is waited for, milliseconds. */
const SLOW_MS = 6000;
/** How long before its end the next scene's films are opened, seconds. */
const PRELOAD_SECONDS = 10;
/** Rounding of sums of times, seconds. */
const ROUNDING = 1e-6;

/** The player of `createPlayer`. */
export class ClockedPlayer implements Player {
  state: PlayerState = 'paused';
  time = 0;
  sceneIndex = 0;
  isWaiting = false;
  readonly #options: PlayerOptions;
  readonly #now: () => number;
  readonly #clock: Clock;
  #scenes: SceneSpan[] = [];
  #films: SceneFilms | undefined;
  #sound: PlayerSound | undefined;
  #clips: SoundClip[] = [];
  /** Time runs from #baseTime at #baseNow on. */
  #baseTime = 0;
  #baseNow = 0;
  #lastTick = 0;
  /** Since when it has been waiting, or a film has lacked data. */
  #waitsSince = 0;
  #starvesSince: number | undefined;
  #hasSaidSlow = false;

  constructor(options: PlayerOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#clock = (options.clock ?? createClock)({ tick: () => this.#tick(), interval: SEEKER_REFRESH_MS });
  }

  setProject(project: Project): void {
    const before = this.#scenes[this.sceneIndex];
    this.#scenes = sceneSpans(project);
    this.#clips = soundtrack(project);
    this.#sound?.setClips(this.#clips);
    const at = this.#scenes.findIndex(({ scene }) => scene.id === before?.scene.id);
    const scene = this.#scenes[at];
    if (!before || !scene) {
      this.seek(this.time);
      return;
    }
    const place = Math.min(this.time - before.start, scene.end - scene.start);
    const shift = scene.start + Math.max(0, place) - this.time;
    this.sceneIndex = at;
    this.time += shift;
    // A run is shifted with it, without a break.
    this.#baseTime += shift;
    if (this.state === 'playing') this.#runSound();
    else this.#sound?.rest(this.time);
    this.#takeFilms();
    this.#options.onChange();
  }

  showOn(media: MediaPool | undefined): void {
    if (this.#films?.pool === media) return;
    this.#films?.dispose();
    this.#films = media && new SceneFilms(media);
    this.#takeFilms();
  }

  soundThrough(sound: PlayerSound | undefined): void {
    if (this.#sound === sound) return;
    this.#sound?.rest(this.time);
    this.#sound = sound;
    sound?.setClips(this.#clips);
    sound?.rest(this.time);
    if (this.state === 'playing') this.#runSound();
  }

  play(): void {
    if (this.state !== 'paused' || this.#end <= 0) return;
    if (this.time >= this.#end - ROUNDING) this.#enter(0, 0);
    this.#films?.forgetMissing();
    this.#wait();
  }

  pause(): void {
    if (this.state === 'paused') return;
    this.state = 'paused';
    this.isWaiting = false;
    this.#clock.stop();
    this.#rest();
    this.#options.onChange();
  }

  seek(time: number): void {
    const wanted = Math.min(Math.max(0, time), this.#end);
    const index = this.#scenes.findIndex(({ end }) => wanted < end - ROUNDING);
    this.#enter(index < 0 ? Math.max(0, this.#scenes.length - 1) : index, wanted);
    if (this.state === 'paused') {
      this.#rest();
      this.#options.onChange();
    } else this.#wait();
  }

  dispose(): void {
    this.pause();
    this.#films?.dispose();
    this.#sound?.rest(this.time);
  }

  get #end(): number {
    return this.#scenes.at(-1)?.end ?? 0;
  }

  /** Stands still until all is there. */
  #wait(): void {
    this.state = 'buffering';
    this.#waitsSince = this.#now();
    this.#lastTick = this.#waitsSince;
    this.#hasSaidSlow = false;
    this.isWaiting = false;
    this.#rest();
    this.#options.onChange();
    this.#clock.wake();
  }

  #rest(): void {
    this.#films?.follow(this.time, false);
    this.#sound?.rest(this.time);
  }

  #tick(): boolean {
    if (this.state === 'paused') return false;
    // Not when the display began its frame: films are asked where they are just now.
    const now = this.#now();
    const passed = Math.max(0, now - this.#lastTick);
    this.#lastTick = now;
    this.#tellMissing();
    if (this.state === 'buffering') this.#goOnWaiting(now);
    else if (passed >= LONGEST_TICK_MS) this.#wait();
    else this.#goOn(now);
    this.#options.onChange();
    return (this.state as PlayerState) !== 'paused';
  }

  #goOnWaiting(now: number): void {
    if ((this.#films?.isReady() ?? true) && (this.#sound?.isReady() ?? true)) {
      this.#begin(now);
      return;
    }
    const waited = now - this.#waitsSince;
    this.isWaiting = waited > GRACE_MS;
    if (waited < SLOW_MS || this.#hasSaidSlow) return;
    this.#hasSaidSlow = true;
    for (const film of this.#films?.late() ?? []) this.#options.onProblem?.({ kind: 'slow', ...film });
  }

  #begin(now: number): void {
    this.state = 'playing';
    this.isWaiting = false;
    this.#starvesSince = undefined;
    this.#baseTime = this.time;
    this.#baseNow = now + (this.#films?.count || this.#clips.length > 0 ? RUN_UP_MS : 0);
    this.#films?.follow(this.time, true);
    this.#runSound();
  }

  #runSound(): void {
    this.#sound?.run(this.#baseTime, () => Math.min(this.#end, this.#timeAt(this.#now())));
  }

  #timeAt(now: number): number {
    return this.#baseTime + (now - this.#baseNow) / 1000;
  }

  #goOn(now: number): void {
    const scene = this.#scenes[this.sceneIndex];
    if (!scene) {
      this.pause();
      return;
    }
    const time = Math.max(this.#baseTime, this.#timeAt(now));
    if (time >= scene.end - ROUNDING) {
      this.#leaveScene(scene, time);
      return;
    }
    this.time = Math.max(scene.start, time);
    if (this.#starves(now)) {
      this.#wait();
      return;
    }
    this.#films?.hold(this.#before(scene));
    this.#films?.follow(this.time, true);
    const next = this.#scenes[this.sceneIndex + 1];
    const left = scene.end - this.time;
    // Films take as long to get going here as at the start.
    if (next && left < PRELOAD_SECONDS) this.#films?.prepare(next, left < RUN_UP_MS / 1000 + HALF_TICK);
  }

  /** The scene that still shows while another comes in. */
  #before(scene: SceneSpan | undefined): SceneSpan | undefined {
    return scene && transitionAt(this.#scenes, scene, this.time)?.outgoing;
  }

  /** Whether a film has lacked data for too long. */
  #starves(now: number): boolean {
    if (this.#films?.canGoOn() ?? true) this.#starvesSince = undefined;
    else this.#starvesSince ??= now;
    return this.#starvesSince !== undefined && now - this.#starvesSince > PATIENCE_MS;
  }

  /** At the end of a scene the next one follows, after the last the first (studio spec §4). */
  #leaveScene(scene: SceneSpan, time: number): void {
    const isHeld = this.#options.isSceneHeld?.() ?? false;
    const following = this.#scenes.findIndex(({ start, end }, i) => i > this.sceneIndex && end > start + ROUNDING);
    if (isHeld || following < 0) {
      this.#enter(isHeld ? this.sceneIndex : 0, isHeld ? scene.start : 0);
      this.#wait();
      return;
    }
    const next = this.#scenes[following] as SceneSpan;
    this.#enter(following, Math.min(time, next.end - ROUNDING));
    this.#films?.follow(this.time, true);
    if (this.#films?.canGoOn() ?? true) return;
    this.time = next.start;
    this.#wait();
  }

  #enter(sceneIndex: number, time: number): void {
    this.sceneIndex = sceneIndex;
    this.time = time;
    this.#starvesSince = undefined;
    this.#takeFilms();
  }

  #takeFilms(): void {
    const scene = this.#scenes[this.sceneIndex];
    this.#films?.use(scene, this.#before(scene));
    if (this.state !== 'playing') this.#films?.follow(this.time, false);
  }

  #tellMissing(): void {
    for (const film of this.#films?.newlyMissing() ?? []) this.#options.onProblem?.({ kind: 'missing', ...film });
  }
}
