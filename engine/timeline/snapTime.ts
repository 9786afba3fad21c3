import type { Project } from '../project/project.ts';
import { audioSpan } from './durations.ts';
import { endOfLayer, type SceneSpan } from './spans.ts';

/** Result of snapping several moments together. In seconds. */
export interface SnappedTime {
  /** To be added to each moment. */
  by: number;
  /** The target that one of them now matches; absent if none is near enough. */
  at?: number;
}

/**
 * Snaps moments that move together, such as the two ends of a clip: moves the one nearest to a target onto it.
 * @param moving, targets in seconds of the same clock; of two equally near targets, the first wins.
 * @param tolerance largest distance to a target, in seconds.
 */
export function snapTimes(moving: readonly number[], targets: readonly number[], tolerance: number): SnappedTime {
  let found: SnappedTime = { by: 0 };
  let nearest = Number.POSITIVE_INFINITY;
  for (const moment of moving) {
    for (const target of targets) {
      const distance = Math.abs(target - moment);
      if (distance > tolerance || distance >= nearest) continue;
      nearest = distance;
      found = { by: target - moment, at: target };
    }
  }
  return found;
}

/**
 * Returns what moved layers, or a moved scene end, can snap to: the current time first, the ends of the scenes, those of
 * their other layers, and those of the audio track. In seconds of the whole video.
 * @param scenes those that the moved thing can reach.
 * @param moved ids of the layers; undefined: the end of the scene moves, and is not a target then.
 * @param shown the current time.
 */
export function snapTargets(
  project: Project,
  scenes: readonly SceneSpan[],
  moved: readonly string[] | undefined,
  shown: number,
): number[] {
  const ids = new Set(moved);
  const ends = scenes.flatMap(({ start, end }) => [start, end]);
  const others = scenes
    .flatMap(({ layers }) => layers)
    .filter(({ layer }) => !ids.has(layer.id))
    .flatMap((span) => [span.start, endOfLayer(span)]);
  const all = [shown, ...ends, ...others, ...trackEnds(project)];
  return [...new Set(moved === undefined ? all.filter((at) => at !== ends[1]) : all)];
}

function trackEnds({ audio }: Project): number[] {
  if (!audio) return [];
  const { start, end } = audioSpan(audio);
  return [audio.startTime, audio.startTime + end - start];
}
