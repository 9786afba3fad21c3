import { isPlayed } from '../kinds/families.ts';
import { kindOf } from '../kinds/index.ts';
import { isOverlay } from '../project/allLayers.ts';
import type { Layer } from '../project/layers.ts';
import { MAX_LANES } from '../project/limits.ts';
import type { Project, Scene } from '../project/project.ts';
import { toMicroseconds } from '../project/roundTime.ts';
import { layerTime, sceneStarts } from '../timeline/durations.ts';
import { type Lane, type Lanes, lanesOf } from '../timeline/lanes.ts';
import { type FoundLayer, findLayer, withLayer, withScene } from './find.ts';
import { moveLayerTime } from './layerTime.ts';
import { setsLengthAlone } from './projectLayers.ts';
import { roomForLayers } from './room.ts';
import { withOutputKind } from './still.ts';

/**
 * Moves a layer of a scene to where it begins in the whole video, also to another scene, at its front. A layer that
 * alone sets the length of its scene stays in that scene, as does a layer for which the other scene has no room. Layers
 * of the whole project stay what they are. Keeps the length; the end of a scene with a chosen length clips it.
 * @param at seconds of the whole video.
 */
export function moveLayerInVideo(project: Project, layerId: string, at: number): Project {
  const found = findLayer(project, layerId);
  if (!found || !Number.isFinite(at)) return project;
  if (isOverlay(found.scene)) return moveLayerTime(project, layerId, at);
  const starts = sceneStarts(project);
  const index = Math.max(
    0,
    // A start that was rounded to milliseconds may be early by half of one.
    starts.findLastIndex((start) => start <= at + 5e-4),
  );
  if (index === found.sceneIndex) return moveLayerTime(project, layerId, at - (starts[index] ?? 0));
  const moved = moveToScene(project, found, project.scenes[index] as Scene);
  // Scenes may end earlier without the layer, so the place within the scene counts.
  const start = starts[moved === project ? found.sceneIndex : index] ?? 0;
  return moveLayerTime(moved, layerId, at - start);
}

/** Returns the same project where the layer must stay in its scene. */
function moveToScene(project: Project, found: FoundLayer, scene: Scene): Project {
  const { layer } = found;
  const others = found.scene.layers.filter(({ id }) => id !== layer.id);
  if (setsLengthAlone(found) || roomForLayers(project, scene) < 1) return project;
  const { from, to } = layerTime(project, found);
  const isOwnEnd = isPlayed(layer) && layer.to === undefined;
  const { from: _, to: __, group: ___, ...rest } = layer;
  const timed = { ...rest, ...(isOwnEnd ? {} : { to: toMicroseconds((layer.to ?? to) - from) }) } as Layer;
  const left = withScene(project, found.scene.id, (one) => ({ ...one, layers: others }));
  return withOutputKind(
    project,
    withScene(left, scene.id, (one) => ({ ...one, layers: [timed, ...one.layers] })),
  );
}

/**
 * Moves a layer to a row of the timeline. Visible layers of its scene, or of the whole project, are reordered so that
 * higher rows stay in front; where the row is taken, the layer goes in front of what is there.
 * @param lane number of the row as in lanesOf; −1: behind all others.
 * @param rows the rows that the numbers belong to; default: those of the project.
 */
export function moveToLane(project: Project, layerId: string, lane: number, rows: Lanes = lanesOf(project)): Project {
  const found = findLayer(project, layerId);
  if (!found || !Number.isInteger(lane) || lane < -1 || lane > MAX_LANES) return project;
  const next = withLayer(project, layerId, (layer) => withLane(layer, lane));
  if (!kindOf(found.layer).isSeen) return next;
  const laneOf = new Map(laneEntries(rows.visual));
  laneOf.set(layerId, lane + 0.5);
  return withScene(next, found.scene.id, (scene) => {
    const seen = scene.layers.filter((layer) => kindOf(layer).isSeen);
    const sorted = seen.toSorted((a, b) => (laneOf.get(b.id) ?? 0) - (laneOf.get(a.id) ?? 0));
    if (sorted.every((layer, index) => layer === seen[index])) return scene;
    const [...queue] = sorted;
    return {
      ...scene,
      layers: scene.layers.map((layer) => (kindOf(layer).isSeen ? (queue.shift() as Layer) : layer)),
    };
  });
}

function laneEntries(lanes: readonly Lane[]): [string, number][] {
  return lanes.flatMap(({ lane, spans }) => spans.map(({ layer }): [string, number] => [layer.id, lane]));
}

function withLane(layer: Layer, lane: number): Layer {
  const { lane: before, ...rest } = layer;
  if (lane < 0) return before === undefined ? layer : (rest as Layer);
  return before === lane ? layer : { ...layer, lane };
}

/**
 * Returns by how many seconds the end of a scene or video clips a layer that was longer before an edit. 0: it is as long
 * as before, or it lasts to the end by itself.
 */
export function clippedBy(before: Project, after: Project, layerId: string): number {
  const layer = findLayer(before, layerId)?.layer;
  if (!layer || (layer.to === undefined && !isPlayed(layer))) return 0;
  const lengthIn = (project: Project) => {
    const found = findLayer(project, layerId);
    if (!found) return 0;
    const { from, to } = layerTime(project, found);
    return to - from;
  };
  const less = lengthIn(before) - lengthIn(after);
  return less > 1e-3 ? less : 0;
}
