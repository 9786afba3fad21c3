import type { Layer } from '../project/layers.ts';
import { MIN_CUSTOM_SECONDS } from '../project/limits.ts';
import type { Project } from '../project/project.ts';
import { unitedSpans } from '../timeline/timeSpans.ts';
import { withAutoLoop } from './audioLoop.ts';
import { findLayer, withScene } from './find.ts';
import { layerTime } from './layerTime.ts';
import { removeLayers } from './severalLayers.ts';

/**
 * Removes layers of one scene and closes the gaps that they leave in time: what begins after one moves up by its length,
 * and a scene with a length of its own is shorter by that. Locked layers stay.
 */
export function rippleRemove(project: Project, layerIds: readonly string[]): Project {
  const found = layerIds.flatMap((id) => findLayer(project, id) ?? []);
  const [first] = found;
  if (!first) return project;
  const gaps = unitedSpans(
    found.map((one) => {
      const { from, to } = layerTime(project, one);
      return { startTime: from, endTime: to };
    }),
  );
  const gapBefore = ({ from = 0, isLocked }: Layer) =>
    isLocked
      ? 0
      : gaps.reduce((sum, { startTime, endTime }) => (endTime <= from + 1e-6 ? sum + endTime - startTime : sum), 0);
  const removed = removeLayers(project, layerIds);
  return withAutoLoop(
    withScene(removed, first.scene.id, (scene) => {
      const most = Math.max(0, ...scene.layers.map(gapBefore));
      if (most === 0) return scene;
      const duration = scene.duration > 0 ? Math.max(MIN_CUSTOM_SECONDS, round(scene.duration - most)) : 0;
      return { ...scene, duration, layers: scene.layers.map((layer) => movedUp(layer, gapBefore(layer))) };
    }),
  );
}

function movedUp(layer: Layer, by: number): Layer {
  if (by === 0) return layer;
  const { from = 0, to, ...rest } = layer;
  const start = round(from - by);
  return {
    ...rest,
    ...(start > 0 ? { from: start } : {}),
    ...(to === undefined ? {} : { to: round(to - by) }),
  } as Layer;
}

/** Without the last digits of the machine. */
function round(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}
