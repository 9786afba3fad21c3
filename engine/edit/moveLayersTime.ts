import { setsLength } from '../kinds/index.ts';
import { isOverlay } from '../project/allLayers.ts';
import type { Project } from '../project/project.ts';
import { toMilliseconds } from '../project/roundTime.ts';
import { type FoundLayer, findLayer } from './find.ts';
import { moveLayerTime } from './layerTime.ts';
import { withLinked } from './link.ts';

/** Most corrections of a move: when one layer is stopped, the scene may end earlier, which stops another. */
const TRIES = 4;

/**
 * Moves layers in time, together with those linked with them, and keeps their lengths and distances. No layer moves to
 * before its scene's start or past its end. Locked layers stay.
 * @param by seconds, negative: earlier; rounded so that the first layer starts at whole milliseconds.
 */
export function moveLayersTime(project: Project, layerIds: readonly string[], by: number): Project {
  const free = withLinked(project, layerIds)
    .flatMap((id) => findLayer(project, id) ?? [])
    .filter(({ layer }) => !layer.isLocked);
  const [first] = free;
  if (!first || !Number.isFinite(by)) return project;
  const start = first.layer.from ?? 0;
  let way = toMilliseconds(start + by) - start;
  let next = project;
  for (let i = 0; i < TRIES && way !== 0; i += 1) {
    next = movedBy(project, free, way);
    const least = leastWay(next, free, Math.sign(by));
    if (Math.abs(way - least) < 1e-6) return next;
    way = least;
  }
  return way === 0 ? project : next;
}

function movedBy(project: Project, layers: readonly FoundLayer[], way: number): Project {
  // The layer in front moves first, so that it is not stopped by a scene end that the others still define. Videos of
  // scenes define the end of the whole project, too.
  const rank = ({ scene, layer }: FoundLayer) => (setsLength(layer) && !isOverlay(scene) ? 1 : 0);
  const before = (a: FoundLayer, b: FoundLayer) => rank(a) - rank(b) || (a.layer.from ?? 0) - (b.layer.from ?? 0);
  const order = layers.toSorted((a, b) => before(a, b) * (way < 0 ? 1 : -1));
  return order.reduce((now, { layer: { id, from = 0 } }) => moveLayerTime(now, id, from + way, true), project);
}

/** Returns how far the layer that was stopped first has moved, in seconds; at least 0 in the direction of `sign`. */
function leastWay(moved: Project, before: readonly FoundLayer[], sign: number): number {
  const ways = before.map(({ layer: { id, from = 0 } }) => sign * ((findLayer(moved, id)?.layer.from ?? 0) - from));
  return sign * Math.max(0, Math.min(...ways));
}
