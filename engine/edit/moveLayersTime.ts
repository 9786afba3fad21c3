import type { Project } from '../project/project.ts';
import { layersOf } from './find.ts';
import { moveLayerTime } from './layerTime.ts';

/**
 * Moves layers of one scene in time, each at the length that it has, so far that none begins before its scene. Locked
 * ones stay. @param by seconds, below 0: earlier.
 */
export function moveLayersTime(project: Project, layerIds: readonly string[], by: number): Project {
  const free = layersOf(project, layerIds).filter(({ isLocked }) => !isLocked);
  const way = Math.max(by, -Math.min(...free.map(({ from = 0 }) => from)));
  if (free.length === 0 || way === 0) return project;
  // Who goes first must not meet the end that the others still hold.
  const order = free.toSorted((a, b) => ((a.from ?? 0) - (b.from ?? 0)) * (way < 0 ? 1 : -1));
  return order.reduce((now, { id, from = 0 }) => moveLayerTime(now, id, from + way), project);
}
