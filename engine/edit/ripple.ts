import { isOverlay } from '../project/allLayers.ts';
import type { Layer } from '../project/layers.ts';
import { MIN_CUSTOM_SECONDS } from '../project/limits.ts';
import type { Project, Scene } from '../project/project.ts';
import { toMicroseconds } from '../project/roundTime.ts';
import { layerTime } from '../timeline/durations.ts';
import { type TimeSpan, unitedSpans } from '../timeline/timeSpans.ts';
import { withAutoLoop } from './audioLoop.ts';
import { findLayer, findScene, withScene } from './find.ts';
import { moveLayerTime } from './layerTime.ts';
import { linkedWith, withUnlockedLinked } from './link.ts';
import { removeLayers } from './severalLayers.ts';
import { isOnlyVoice, isVoice, withCueGapsClosed } from './voiceCues.ts';

/**
 * Removes layers, with those linked with them, and closes the gaps in time, scene by scene: later layers of the scene
 * move up with their linked ones, subtitles follow their voice, and a chosen scene length shrinks. Locked layers stay.
 */
export function rippleRemove(project: Project, layerIds: readonly string[]): Project {
  const rest = new Set(layerIds);
  const byScene = project.scenes.flatMap(({ layers }) => {
    const here = layers.flatMap(({ id }) => (rest.delete(id) ? [id] : []));
    return here.length > 0 ? [here] : [];
  });
  // Next to layers of a scene, those of the whole project leave no gap of their own.
  const [first = [], ...others] = byScene;
  return [[...first, ...rest], ...others].reduce(removeFromScene, project);
}

function removeFromScene(project: Project, layerIds: readonly string[]): Project {
  const gone = new Set(withUnlockedLinked(project, layerIds));
  const all = [...gone].flatMap((id) => findLayer(project, id) ?? []);
  const [first] = all;
  if (!first) return project;
  // The gap is that of a video in its scene, even if its detached audio was chosen.
  const { scene } = all.find((one) => !isOverlay(one.scene)) ?? first;
  const found = all.filter((one) => one.scene === scene);
  const gaps = unitedSpans(
    found.map((one) => {
      const { from, to } = layerTime(project, one);
      return { startTime: from, endTime: to };
    }),
  );
  // Subtitles follow a voice that is removed or moves up, unless another voice continues through the gap.
  const silent = gaps.filter((gap) => {
    const moves = ({ id, from = 0, isLocked }: Layer) => gone.has(id) || (!isLocked && from >= gap.endTime - 1e-6);
    return scene.layers.some((layer) => moves(layer) && isVoice(layer)) && isOnlyVoice(project, scene, gone, gap);
  });
  const removed = removeLayers(project, layerIds);
  const next = withScene(removed, scene.id, (left) => closed(left, gaps, silent, scene.duration));
  return withAutoLoop(withPartnersMoved(removed, next, scene.id));
}

/** Moves layers that are linked with those of a scene, and are elsewhere, as far as these have moved. */
export function withPartnersMoved(before: Project, after: Project, sceneId: string): Project {
  const here = findScene(before, sceneId)?.layers ?? [];
  const own = new Set(here.map(({ id }) => id));
  const moved = new Set<string>();
  return here.reduce((now, { id, from = 0, link }) => {
    const by = (findLayer(after, id)?.layer.from ?? 0) - from;
    if (link === undefined || by === 0) return now;
    return linkedWith(before, id).reduce((next, partnerId) => {
      const partner = findLayer(next, partnerId)?.layer;
      if (!partner || own.has(partnerId) || moved.has(partnerId) || partner.isLocked) return next;
      moved.add(partnerId);
      return moveLayerTime(next, partnerId, (partner.from ?? 0) + by, true);
    }, now);
  }, after);
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

/** Returns a layer that begins and ends earlier, but not before its scene. */
export function movedUp<L extends Layer>(layer: L, by: number): L {
  if (by === 0) return layer;
  const { from = 0, to, ...rest } = layer;
  const start = toMicroseconds(from - by);
  return {
    ...rest,
    ...(start > 0 ? { from: start } : {}),
    ...(to === undefined ? {} : { to: toMicroseconds(to - by) }),
  } as L;
}
