import type { Project } from '../project/project.ts';
import { audioSpan } from './durations.ts';
import { overAt, type SceneSpan } from './spans.ts';

/** What moments that are moved together snapped to. Seconds. */
export interface SnappedTime {
  /** To be added to each of them. */
  by: number;
  /** The moment that one of them then stands on; absent where none is near enough. */
  at?: number;
}

/**
 * Snaps moments that move together, as the two ends of a bar: the one that is nearest to a target goes there.
 * @param moving, targets seconds of the same clock; of two targets that are equally near, the first counts.
 * @param tolerance how near a target must be, seconds.
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
 * What layers that move together, or the end of its scene, snaps to: the shown moment first, the scene's ends, the ends of the other
 * layers, and of the audio track. Seconds of the whole video.
 * @param moved ids of the layers; undefined: the scene's own end is moved, and is no target then.
 * @param shown the moment that is shown.
 */
export function snapTargets(
  project: Project,
  scene: SceneSpan,
  moved: readonly string[] | undefined,
  shown: number,
): number[] {
  const { start, end } = scene;
  const others = scene.layers
    .filter(({ layer }) => !moved?.includes(layer.id))
    .flatMap((span) => [span.start, overAt(span)]);
  const all = [shown, start, end, ...others, ...trackEnds(project)];
  return [...new Set(moved === undefined ? all.filter((at) => at !== end) : all)];
}

function trackEnds({ audio }: Project): number[] {
  if (!audio) return [];
  const { start, end } = audioSpan(audio);
  return [audio.startTime, audio.startTime + end - start];
}
