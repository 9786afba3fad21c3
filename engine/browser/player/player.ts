import type { Project } from '../../project/project.ts';
import type { Frame } from '../../timeline/resolve.ts';
import type { SoundClip } from '../../timeline/soundtrack.ts';
import type { Clock, ClockOptions } from '../clock.ts';
import type { MediaPool } from '../media/mediaPool.ts';
import type { FrameScreen } from './playback.ts';

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

/** What a player draws on, as createFrameCanvas makes it. */
export interface PlayerCanvas extends FrameScreen {
  /** Called when something is to be drawn anew; the player sets it. */
  onChange: () => void;
  /** Whether something is to be drawn anew. */
  readonly isDirty: boolean;
  /** The file of a layer has changed. */
  refresh(layerId: string): void;
  draw(): void;
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

/** What a player needs. Everything may be left out. */
export interface PlayerOptions {
  /** A file cannot be played, or is waited for; a missing one is told once a `play`. */
  onProblem?(problem: PlayerProblem): void;
  /** Whether the scene is to be played again at its end, as while somebody works on it. Default: never. */
  isSceneHeld?(): boolean;
  /** Milliseconds of a clock that never goes back; default performance.now. */
  now?: () => number;
  /** Makes the clock that frames are resolved and drawn by; default createClock. */
  clock?: (options: ClockOptions) => Clock;
}

/**
 * Owns the time of a project and the files that are seen: one clock for all pictures and sounds. At each tick of the
 * canvas clock it resolves one frame, brings the files to it and has it drawn. Whoever shows the time reads it here.
 */
export interface Player {
  readonly state: PlayerState;
  /** Seconds of the whole video, at this very moment; while it plays it never leaves the scene that is shown. */
  readonly time: number;
  /** Which scene is shown, from 0. */
  readonly sceneIndex: number;
  /** What is shown; undefined while it has no files to show. */
  readonly frame: Frame | undefined;
  /** true once it has been waiting so long that it should be said. */
  readonly isWaiting: boolean;
  /** How often a frame was resolved, and the files brought to one, for tests. */
  readonly counts: Readonly<{ resolves: number; follows: number }>;
  /**
   * Takes another version of the project. The place within the scene stays, where the scene does.
   * @param sceneId the scene that is shown from now on, from its start when it is another one; default the one that is
   * shown; where there is none of that id, the one that is there at that time.
   * @param at goes to this time of it, seconds; no file is sought for the time before.
   */
  setProject(project: Project, sceneId?: string, at?: number): void;
  /**
   * Says where files come from and what they are drawn on from now on; undefined: nothing is shown. Both stay their
   * owner's. Left-out canvas: files are played that others draw.
   */
  showOn(media: MediaPool | undefined, canvas?: PlayerCanvas): void;
  /** Says what makes the sound from now on; undefined: nothing. It stays its owner's. */
  soundThrough(sound: PlayerSound | undefined): void;
  /** Plays from where it is; from the start when it stands at the end. */
  play(): void;
  /** Stands still where it is. */
  pause(): void;
  /**
   * Goes to a time, seconds of the whole video, cut to its length; playing goes on from there.
   * @param sceneIndex which scene, where two meet or one has no length; default the one that begins there.
   */
  seek(time: number, sceneIndex?: number): void;
  /** Calls after each change of state or scene, and of the time while it rests; not as time runs. @returns ends that. */
  subscribe(listener: () => void): () => void;
  /** Releases files and clock, and rests the sound. */
  dispose(): void;
}
