import { isSound } from '../kinds/families.ts';
import { layerStateAt } from '../motion/layerState.ts';
import { mediaReferences } from '../project/media.ts';
import { isStill } from '../project/output.ts';
import type { Project } from '../project/project.ts';
import { sceneStarts, totalDuration } from './durations.ts';
import { type LayerSpan, sceneSpan } from './spans.ts';

/** Number of equally spaced moments that are considered per scene. */
const LOOKS = 24;
/** Tolerance in layers: a moment that shows less than this more is not preferred. One letter of many exceeds it. */
const LITTLE = 0.005;

/**
 * Returns the moment that shows a scene best, in seconds of the whole video: at 40 % of it, but no later than 2.5 s. If
 * more layers have entered at other moments, the nearest of those; the start for a still.
 */
export function posterTime(project: Project, sceneIndex: number): number {
  const scene = project.scenes[sceneIndex];
  const start = startsOf(project)[sceneIndex] ?? 0;
  if (!scene || isStill(project)) return start;
  const span = sceneSpan(project, { scene, sceneIndex, start });
  const length = span.end - start;
  const usual = start + Math.min(2.5, length * 0.4);
  const layers = span.layers.filter(({ layer }) => !isSound(layer));
  if (shownAt(layers, usual) > layers.length - LITTLE) return usual;
  const others = Array.from({ length: LOOKS - 1 }, (_, i) => start + (length * (i + 1)) / LOOKS);
  const moments = [usual, ...others].map((time) => ({ time, shown: shownAt(layers, time) }));
  const most = Math.max(...moments.map(({ shown }) => shown)) - LITTLE;
  const best = moments.filter(({ shown }) => shown >= most).map(({ time }) => time);
  return best.reduce((one, other) => (Math.abs(other - usual) < Math.abs(one - usual) ? other : one), best[0] ?? usual);
}

/** Starts of scenes, cached because every scene asks for them. */
const known = new WeakMap<Project, readonly number[]>();

function startsOf(project: Project): readonly number[] {
  const starts = known.get(project) ?? sceneStarts(project);
  known.set(project, starts);
  return starts;
}

/** Counts the layers that are in place at a moment; a half-visible one counts half. */
function shownAt(layers: readonly LayerSpan[], time: number): number {
  return layers.reduce((sum, { layer, start, end }) => {
    if (time < start || time >= end) return sum;
    const { opacity, shown, move } = layerStateAt(layer, time - start, end - start);
    const isOnItsWay = move && (move.away.x !== 0 || move.away.y !== 0 || move.scale !== 1 || move.seen);
    return isOnItsWay ? sum : sum + opacity * shown;
  }, 0);
}

/** Distance to the end at which all text is written, in seconds. */
const BEFORE_END = 0.05;

/**
 * Returns the initial time of a project's preview, in seconds: its start, but without media the time at which its texts
 * are written, because a typewriter starts empty.
 */
export function openingTime(project: Project): number {
  if (mediaReferences(project).length > 0 || isStill(project)) return 0;
  return project.scenes.length > 1 ? posterTime(project, 0) : Math.max(0, totalDuration(project) - BEFORE_END);
}
