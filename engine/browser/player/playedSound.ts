import type { Project } from '../../project/project.ts';
import { type AudioClip, soundtrack } from '../../timeline/soundtrack.ts';
import type { SceneSpan } from '../../timeline/spans.ts';
import type { PlayerSound } from './player.ts';

/** Time of a player: paused at a second of the video, or running from one. */
export type PlayedTime = { at: number } | { from: number; timeNow: () => number };

/** The audio of a project, played by the current sound implementation. Uses the same spans as the visible layers. */
export class PlayedSound {
  #sound: PlayerSound | undefined;
  #clips: AudioClip[] = [];

  /** Whether there is any audio. */
  get hasClips(): boolean {
    return this.#clips.length > 0;
  }

  /** Returns whether audio at the paused time can start immediately. */
  isReady(): boolean {
    return this.#sound?.isReady() ?? true;
  }

  /** Sets the sound implementation; undefined: none. */
  through(sound: PlayerSound | undefined, time: PlayedTime): void {
    if (this.#sound === sound) return;
    this.#sound?.rest(now(time));
    this.#sound = sound;
    sound?.setClips(this.#clips);
    sound?.rest(now(time));
    this.go(time);
  }

  /** @param scenes the spans that frames are resolved from. */
  setProject(project: Project, scenes: readonly SceneSpan[]): void {
    this.#clips = soundtrack(project, scenes);
    this.#sound?.setClips(this.#clips);
  }

  /** Pauses at a time, or runs with it. */
  go(time: PlayedTime): void {
    if ('at' in time) this.#sound?.rest(time.at);
    else this.#sound?.run(time.from, time.timeNow);
  }
}

function now(time: PlayedTime): number {
  return 'at' in time ? time.at : Math.max(time.from, time.timeNow());
}
