import type { Layer } from '../project/layers.ts';
import type { Project } from '../project/project.ts';
import { findLayer, layersOf } from './find.ts';
import { moveLayerTime } from './layerTime.ts';

/** Most corrections of a move: when one layer is stopped, the scene may end earlier, which stops another. */
const TRIES = 4;

/**
 * Moves layers of one scene in time and keeps their lengths. No layer moves to before its scene's start or past its
 * end.
 * Locked layers stay.
 * @param by seconds, negative: earlier.
 */
export function moveLayersTime(project: Project, layerIds: readonly string[], by: number): Project {
  const free = layersOf(project, layerIds).filter(({ isLocked }) => !isLocked);
  if (free.length === 0 || !Number.isFinite(by)) return project;
  let way = by;
  let next = project;
  for (let i = 0; i < TRIES && way !== 0; i += 1) {
    next = movedBy(project, free, way);
    const least = leastWay(next, free, Math.sign(by));
    if (Math.abs(way - least) < 1e-3) return next;
    way = least;
  }
  return way === 0 ? project : next;
}

function movedBy(project: Project, layers: readonly Layer[], way: number): Project {
  // The layer in front moves first, so that it is not stopped by a scene end that the others still define.
  const order = layers.toSorted((a, b) => ((a.from ?? 0) - (b.from ?? 0)) * (way < 0 ? 1 : -1));
  return order.reduce((now, { id, from = 0 }) => moveLayerTime(now, id, from + way), project);
}

/** Returns how far the layer that was stopped first has moved, in seconds; at least 0 in the direction of `sign`. */
function leastWay(moved: Project, before: readonly Layer[], sign: number): number {
  const ways = before.map(({ id, from = 0 }) => sign * ((findLayer(moved, id)?.layer.from ?? 0) - from));
  return sign * Math.max(0, Math.min(...ways));
}
