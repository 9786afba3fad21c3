import { isSound } from '../kinds/families.ts';
import { layerStateAt } from '../motion/layerState.ts';
import { mediaReferences } from '../project/media.ts';
import { isStill } from '../project/output.ts';
import type { Project } from '../project/project.ts';
import { sceneStarts, totalDuration } from './durations.ts';
import { type LayerSpan, sceneSpan } from './spans.ts';

/** At so many moments, at equal distances, a scene is looked at for the one that shows most of it. */
const LOOKS = 24;
/** What is there by less than this more, of one layer, is worth no other moment: a letter of many is worth it. */
const LITTLE = 0.005;

/**
 * The moment that shows a scene best, seconds of the whole video: 40 % into it, but no later than 2.5 s; where more of its layers
 * have come in, and stand in their place, at others, the nearest of those; the start for a still.
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

/** When scenes start: every scene has a picture, and for none of them all are measured anew. */
const known = new WeakMap<Project, readonly number[]>();

function startsOf(project: Project): readonly number[] {
  const starts = known.get(project) ?? sceneStarts(project);
  known.set(project, starts);
  return starts;
}

/** How many layers stand in their place at a moment; one that is half there counts half. */
function shownAt(layers: readonly LayerSpan[], time: number): number {
  return layers.reduce((sum, { layer, start, end }) => {
    if (time < start || time >= end) return sum;
    const { opacity, shown, move } = layerStateAt(layer, time - start, end - start);
    const isOnItsWay = move && (move.away.x !== 0 || move.away.y !== 0 || move.scale !== 1 || move.seen);
    return isOnItsWay ? sum : sum + opacity * shown;
  }, 0);
}

/** So much before the end all is written, seconds. */
const BEFORE_END = 0.05;

/**
 * Where the preview of a project opens, seconds: at its beginning, but without media where its texts are written, as a
 * typewriter has written nothing at first.
 */
export function openingTime(project: Project): number {
  if (mediaReferences(project).length > 0 || isStill(project)) return 0;
  return project.scenes.length > 1 ? posterTime(project, 0) : Math.max(0, totalDuration(project) - BEFORE_END);
}
