import { proxy } from 'valtio/vanilla';
import type { Project } from '../../engine/project/project.ts';
import { mediaSpan, sceneDuration } from '../../engine/timeline/durations.ts';
import { type TimeSpan, timeAfterCuts, timeBeforeCuts } from '../../engine/timeline/timeSpans.ts';
import type { CuePlayer } from './cueHost.ts';

/** What plays a video, on a clock of its own. */
export interface ShownPlayer extends Omit<CuePlayer, 'state'> {
  read(): Readonly<CuePlayer['state']>;
  /** Calls at each change of what is read. @returns ends it. */
  watch(tell: () => void): () => void;
}

/** How the clock of subtitles and that of a player go together. Seconds. */
export interface CueClock {
  toCues(time: number): number;
  toShown(time: number): number;
}

/** A player on the clock of subtitles, as long as it is followed. */
export interface FollowingPlayer extends CuePlayer {
  /** Keeps its state as that of the other. @returns ends it. */
  follow(): () => void;
}

/**
 * The parts of its source that a project plays one after the other, seconds of the source: as it is, not as its settings want
 * it, which may make nothing yet. Undefined: there are none.
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

/** The clock of the whole of a video, by which subtitles go, beside that of what is left of it. @param parts see playedParts. */
export function clockOf(parts: readonly TimeSpan[]): CueClock {
  if (parts.length === 0) return oneClock;
  return {
    toCues: (time) => timeBeforeCuts(time, parts),
    toShown: (time) => timeAfterCuts(time, parts),
  };
}

/** A player on the clock of subtitles: the one place where it and that of what is played meet. */
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
