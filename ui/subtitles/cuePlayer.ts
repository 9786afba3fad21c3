import { useEffect, useMemo } from 'react';
import { proxy } from 'valtio/vanilla';
import type { Project } from '../../engine/project/project.ts';
import { mediaSpan, sceneDuration } from '../../engine/timeline/durations.ts';
import { type TimeSpan, timeAfterCuts, timeBeforeCuts } from '../../engine/timeline/timeSpans.ts';
import type { CuePlayer } from './cueHost.ts';

/** A video player with its own time axis. */
export interface ShownPlayer extends Omit<CuePlayer, 'state'> {
  read(): Readonly<CuePlayer['state']>;
  /** Calls back on each change of the state. @returns a function that unsubscribes. */
  watch(tell: () => void): () => void;
}

/** Converts between the time of cues and the time of a player, in seconds. */
export interface CueClock {
  toCues(time: number): number;
  toShown(time: number): number;
}

/** A player on the time axis of the cues; its state updates while `follow` is active. */
export interface FollowingPlayer extends CuePlayer {
  /** Mirrors the state of the other player. @returns a function that stops this. */
  follow(): () => void;
}

/**
 * Returns the spans of the source that a project plays in order, in seconds of the source. They come from the project
 * as shown; its settings may not compile yet. undefined if there are none.
 */
export function playedParts(project: Project | undefined): TimeSpan[] | undefined {
  if (!project || project.scenes.length === 0) return undefined;
  return project.scenes.map((scene) => {
    const video = scene.layers.find((layer) => layer.type === 'video');
    const { start: startTime } = video ? mediaSpan(video) : { start: 0 };
    return { startTime, endTime: startTime + sceneDuration(project, scene) };
  });
}

const oneClock: CueClock = { toCues: (time) => time, toShown: (time) => time };

/** Returns the clock between the whole video, which cues refer to, and the cut video. @param parts see playedParts. */
export function clockOf(parts: readonly TimeSpan[]): CueClock {
  if (parts.length === 0) return oneClock;
  return {
    toCues: (time) => timeBeforeCuts(time, parts),
    toShown: (time) => timeAfterCuts(time, parts),
  };
}

/** Creates a player on the time axis of the cues. Times are converted only here. */
export function createCuePlayer(shown: ShownPlayer, clock: CueClock): FollowingPlayer {
  const read = () => {
    const { time, isPlaying } = shown.read();
    return { time: clock.toCues(time), isPlaying };
  };
  const state = proxy(read());
  const refresh = () => void Object.assign(state, read());
  return {
    state,
    seek: (time) => shown.seek(clock.toShown(time)),
    toggle: () => shown.toggle(),
    pause: () => shown.pause(),
    follow() {
      refresh();
      return shown.watch(refresh);
    },
  };
}

/** Returns a player on the time axis of the cues. @param clock must be a stable object while it is unchanged. */
export function useCuePlayer(shown: ShownPlayer, clock: CueClock): CuePlayer {
  const player = useMemo(() => createCuePlayer(shown, clock), [shown, clock]);
  useEffect(() => player.follow(), [player]);
  return player;
}
