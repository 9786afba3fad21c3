import type { Layer } from '../project/layers.ts';
import { MIN_CUSTOM_SECONDS } from '../project/limits.ts';
import type { Project, Scene } from '../project/project.ts';
import { toMicroseconds } from '../project/toMicroseconds.ts';
import { type TimeSpan, unitedSpans } from '../timeline/timeSpans.ts';
import { withAutoLoop } from './audioLoop.ts';
import { findLayer, withScene } from './find.ts';
import { layerTime } from './layerTime.ts';
import { removeLayers } from './severalLayers.ts';
import { isOnlyVoice, isVoice, withCueGapsClosed } from './voiceCues.ts';

/**
 * Removes layers of one scene and closes the gaps in time: later layers move up, subtitles follow their voice, and a
 * chosen scene length shrinks. Locked layers stay.
 */
export function rippleRemove(project: Project, layerIds: readonly string[]): Project {
  const found = layerIds.flatMap((id) => findLayer(project, id) ?? []);
  const [first] = found;
  if (!first) return project;
  const { scene } = first;
  const gaps = unitedSpans(
    found.map((one) => {
      const { from, to } = layerTime(project, one);
      return { startTime: from, endTime: to };
    }),
  );
  const gone = new Set(layerIds);
  // Subtitles follow a voice that is removed or moves up, unless another voice continues through the gap.
  const silent = gaps.filter((gap) => {
    const moves = ({ id, from = 0, isLocked }: Layer) => gone.has(id) || (!isLocked && from >= gap.endTime - 1e-6);
    return scene.layers.some((layer) => moves(layer) && isVoice(layer)) && isOnlyVoice(project, scene, gone, gap);
  });
  const removed = removeLayers(project, layerIds);
  return withAutoLoop(withScene(removed, scene.id, (left) => closed(left, gaps, silent, scene.duration)));
}

/** @param gaps to close. @param silent gaps that subtitles follow. @param before chosen length of the scene. */
function closed(scene: Scene, gaps: readonly TimeSpan[], silent: readonly TimeSpan[], before: number): Scene {
  const gapBefore = ({ from = 0, isLocked }: Layer) =>
    isLocked
      ? 0
      : gaps.reduce((sum, { startTime, endTime }) => (endTime <= from + 1e-6 ? sum + endTime - startTime : sum), 0);
  const most = Math.max(0, ...scene.layers.map(gapBefore));
  const layers = scene.layers.flatMap((layer): Layer[] => {
    if (layer.type !== 'subtitles' || silent.length === 0 || layer.isLocked) return [movedUp(layer, gapBefore(layer))];
    // Content that begins after a gap always moves up.
    const own = gaps.filter((gap) => silent.includes(gap) || gap.endTime <= (layer.from ?? 0) + 1e-6);
    const left = withCueGapsClosed(layer, own);
    return left ? [left] : [];
  });
  // A scene that lost its last video already got a new length.
  const isOwn = scene.duration > 0 && scene.duration === before && most > 0;
  const duration = isOwn ? Math.max(MIN_CUSTOM_SECONDS, toMicroseconds(scene.duration - most)) : scene.duration;
  return { ...scene, duration, layers };
}

function movedUp(layer: Layer, by: number): Layer {
  if (by === 0) return layer;
  const { from = 0, to, ...rest } = layer;
  const start = toMicroseconds(from - by);
  return {
    ...rest,
    ...(start > 0 ? { from: start } : {}),
    ...(to === undefined ? {} : { to: toMicroseconds(to - by) }),
  } as Layer;
}
