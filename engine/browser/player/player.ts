import type { Project } from '../../project/project.ts';
import type { Frame } from '../../timeline/resolve.ts';
import type { AudioClip } from '../../timeline/soundtrack.ts';
import type { MediaPool } from '../media/mediaPool.ts';
import type { Clock, ClockOptions } from '../playbackClock.ts';
import type { FrameScreen } from './playback.ts';

/** paused: time stands; buffering: waits for media; playing: time runs. */
export type PlayerState = 'paused' | 'playing' | 'buffering';

/** A file that cannot be played, or delays playback. */
export interface PlayerProblem {
  /** missing: not available, or not supported by this browser; slow: loading takes several seconds. */
  kind: 'missing' | 'slow';
  layerId: string;
  /** As in the project. */
  url: string;
}

/** A player's canvas, from createFrameCanvas. */
export interface PlayerCanvas extends FrameScreen {
  /** Called when the canvas must be redrawn; the player sets it. */
  onChange: () => void;
  /** Whether the canvas must be redrawn. */
  readonly isDirty: boolean;
  /** Notifies that the file of a layer has changed. */
  refresh(layerId: string): void;
  draw(): void;
}

/** A player's audio, from createSoundGraph. */
export interface PlayerSound {
  /** Sets all clips; `rest` or `run` follows. @param clips from `soundtrack`. */
  setClips(clips: readonly AudioClip[]): void;
  /** Stops audio and prepares to start at a time, in seconds of the whole video. */
  rest(time: number): void;
  /** Returns whether audio at the paused time can start immediately. */
  isReady(): boolean;
  /**
   * Starts; while running, replaces the clock. @param from the paused time. @param timeNow returns the current time;
   * initially before `from`, so that slow starters can begin in time.
   */
  run(from: number, timeNow: () => number): void;
}

/**
 * What repeats: project: plays from the start after the last scene; scene: repeats the shown scene, as during editing;
 * none: pauses at the end; a number: plays from the start after so many seconds of the whole video, above 0; a span: its
 * end, once reached, is followed by its start. The span may be empty or end after the video.
 */
export type Loop = 'project' | 'scene' | 'none' | number | LoopedSpan;

/** A span that repeats, in seconds of the whole video. */
export interface LoopedSpan {
  from: number;
  to: number;
}

/** Options of a player, all optional. */
export interface PlayerOptions {
  /** Called if a file cannot be played or is slow; for a missing one once per `play`. */
  onProblem?(problem: PlayerProblem): void;
  /** Returns what repeats; called at each tick. Default 'project'. */
  loop?(): Loop;
  /** Milliseconds of a monotonic clock; default performance.now. */
  now?: () => number;
  /** Creates the clock for resolving and drawing frames; default createClock. */
  clock?: (options: ClockOptions) => Clock;
}

/**
 * Owns the time of a project and its visible files, with one clock for video and audio. At each tick of the canvas
 * clock it resolves a frame, moves the files to it and has it drawn. The only source of the current time.
 */
export interface Player {
  readonly state: PlayerState;
  /** Current time in seconds of the whole video; during playback it stays within the shown scene. */
  readonly time: number;
  /** Index of the shown scene. */
  readonly sceneIndex: number;
  /** The shown frame; undefined without files. */
  readonly frame: Frame | undefined;
  /** true once it has waited long enough to show it. */
  readonly isWaiting: boolean;
  /** Whether the project has audio. */
  readonly hasAudio: boolean;
  /** Number of resolved frames and of media updates, for tests. */
  readonly counts: Readonly<{ resolves: number; follows: number }>;
  /**
   * Sets another version of the project. Keeps the position within the scene if the scene still exists.
   * @param sceneId the scene to show, from its start if it changes; default the current one; if unknown, the one at the
   * current time.
   * @param at time to seek to, in seconds; avoids seeking files to the previous time.
   */
  setProject(project: Project, sceneId?: string, at?: number): void;
  /**
   * Sets where files come from and where frames are drawn; undefined: shows nothing. The caller keeps ownership of
   * both. Without a canvas, files are played for other drawers.
   */
  showOn(media: MediaPool | undefined, canvas?: PlayerCanvas): void;
  /** Sets the sound implementation; undefined: none. The caller keeps ownership. */
  soundThrough(sound: PlayerSound | undefined): void;
  /** Plays from the current time; from the start if it is at the end. */
  play(): void;
  /** Pauses at the current time. */
  pause(): void;
  /**
   * Seeks to a time in seconds of the whole video, clamped to its length; playback continues from there.
   * @param sceneIndex the scene, if two meet or one has no length; default the one that begins there.
   */
  seek(time: number, sceneIndex?: number): void;
  /**
   * Calls a listener after each change of state or scene, and of the time while paused; not while time runs. @returns a
   * function that unsubscribes.
   */
  subscribe(listener: () => void): () => void;
  /** Releases files and clock, and stops audio. */
  dispose(): void;
}
