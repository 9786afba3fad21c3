import type { Project } from '../../project/project.ts';
import { type SoundClip, soundtrack } from '../../timeline/soundtrack.ts';
import type { SceneSpan } from '../../timeline/spans.ts';
import type { PlayerSound } from './player.ts';

/** Where the time of a player is: it rests at a second of the video, or runs from one on. */
export type PlayedTime = { at: number } | { from: number; timeNow: () => number };

/** What is heard of a project, by whatever makes the sound just now. It comes from the same spans as what is seen. */
export class PlayedSound {
  #sound: PlayerSound | undefined;
  #clips: SoundClip[] = [];

  /** Whether anything is ever heard. */
  get hasClips(): boolean {
    return this.#clips.length > 0;
  }

  /** Whether what is heard where it rests can begin at once. */
  isReady(): boolean {
    return this.#sound?.isReady() ?? true;
  }

  /** Says what makes the sound from now on; undefined: nothing. */
  through(sound: PlayerSound | undefined, time: PlayedTime): void {
    if (this.#sound === sound) return;
    this.#sound?.rest(now(time));
    this.#sound = sound;
    sound?.setClips(this.#clips);
    sound?.rest(now(time));
    this.go(time);
  }

  /** @param scenes what the pictures are resolved from. */
  setProject(project: Project, scenes: readonly SceneSpan[]): void {
    this.#clips = soundtrack(project, scenes);
    this.#sound?.setClips(this.#clips);
  }

  /** Rests at the time, or runs with it. */
  go(time: PlayedTime): void {
    if ('at' in time) this.#sound?.rest(time.at);
    else this.#sound?.run(time.from, time.timeNow);
  }
}

function now(time: PlayedTime): number {
  return 'at' in time ? time.at : Math.max(time.from, time.timeNow());
}
