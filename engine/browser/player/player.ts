import type { Project } from '../../project/project.ts';
import type { SoundClip } from '../../timeline/soundtrack.ts';
import type { Clock, ClockOptions } from '../clock.ts';
import type { MediaPool } from '../media/mediaPool.ts';
import { ClockedPlayer } from './clockedPlayer.ts';

/** paused: time stands; buffering: it waits for what is to be seen or heard; playing: it runs. */
export type PlayerState = 'paused' | 'playing' | 'buffering';

/** A file that cannot be played, or keeps playing waiting. */
export interface PlayerProblem {
  /** missing: not there, or nothing that this browser plays; slow: it has been waited for for some seconds. */
  kind: 'missing' | 'slow';
  layerId: string;
  /** As the project names it. */
  url: string;
}

/** What is heard, as createSoundGraph makes it. */
export interface PlayerSound {
  /** Says what is to be heard at all; `rest` or `run` follows. @param clips as `soundtrack` gives them. */
  setClips(clips: readonly SoundClip[]): void;
  /** Falls silent, and makes ready what is heard at a time, seconds of the whole video. */
  rest(time: number): void;
  /** Whether what is heard where it rests can begin at once. */
  isReady(): boolean;
  /**
   * Begins; while it runs, takes another account of time. @param from the time it rested at. @param timeNow gives the
   * time from then on; for a moment it is before `from`, so that slow starters can be started in time.
   */
  run(from: number, timeNow: () => number): void;
}

/** What a player needs. Everything but the callbacks may be left out. */
export interface PlayerOptions {
  /** State, time or scene have changed. */
  onChange(): void;
  /** A file cannot be played, or is waited for; a missing one is told once a `play`. */
  onProblem?(problem: PlayerProblem): void;
  /** Whether the scene is to be played again at its end, as while somebody works on it. Default: never. */
  isSceneHeld?(): boolean;
  /** Milliseconds of a clock that never goes back; default performance.now. */
  now?: () => number;
  /** Makes the clock that time is moved on by; default createClock. */
  clock?: (options: ClockOptions) => Clock;
}

/** Owns the time of a project: one clock for all that is seen and heard. */
export interface Player {
  readonly state: PlayerState;
  /** Seconds of the whole video. */
  readonly time: number;
  /** Which scene is played, from 0. */
  readonly sceneIndex: number;
  /** true once it has been waiting so long that it should be said. */
  readonly isWaiting: boolean;
  /** Takes another version of the project. The place within the scene stays, where the scene does. */
  setProject(project: Project): void;
  /** Says what shows the films from now on; undefined: nothing. It stays its owner's. */
  showOn(media: MediaPool | undefined): void;
  /** Says what makes the sound from now on; undefined: nothing. It stays its owner's. */
  soundThrough(sound: PlayerSound | undefined): void;
  /** Plays from where it is; from the start when it stands at the end. */
  play(): void;
  /** Stands still where it is. */
  pause(): void;
  /** Goes to a time, seconds of the whole video, cut to its length; playing goes on from there. */
  seek(time: number): void;
  /** Lets go of films and clock, and rests the sound. */
  dispose(): void;
}

/** Makes a player. It has nothing to play before `setProject`. */
export function createPlayer(options: PlayerOptions): Player {
  return new ClockedPlayer(options);
}
