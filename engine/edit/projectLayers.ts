import { setsLength } from '../kinds/index.ts';
import { isOverlay } from '../project/allLayers.ts';
import type { ProjectLayer } from '../project/layers.ts';
import { MAX_PROJECT_LAYERS } from '../project/limits.ts';
import type { Project } from '../project/project.ts';
import { toMicroseconds } from '../project/roundTime.ts';
import { layerTime, sceneStarts } from '../timeline/durations.ts';
import { overlayOf, withOverlay } from '../timeline/overlay.ts';
import { type FoundLayer, findLayer, withScene } from './find.ts';
import { MIN_LAYER_SECONDS, setLayerTime } from './layerTime.ts';

/**
 * Whether a layer can become one of the whole project: not if it alone sets the length of its scene, or if there are
 * too many already.
 */
export function canSpanProject(project: Project, layerId: string): boolean {
  const found = findLayer(project, layerId);
  if (!found || isOverlay(found.scene) || (project.layers ?? []).length >= MAX_PROJECT_LAYERS) return false;
  return !setsLengthAlone(found);
}

/** Whether no other layer sets the length of the layer's scene. */
export function setsLengthAlone({ scene, layer }: Pick<FoundLayer, 'scene' | 'layer'>): boolean {
  return setsLength(layer) && !scene.layers.some((other) => other.id !== layer.id && setsLength(other));
}

/**
 * Moves a layer of a scene to the whole project, in front of all scenes. A layer that is visible during its whole scene
 * is then visible during the whole video, unless it plays a file; any other layer keeps its times. Does nothing where
 * canSpanProject is false.
 */
export function spanProject(project: Project, layerId: string): Project {
  const found = findLayer(project, layerId);
  if (!found || !canSpanProject(project, layerId)) return project;
  const { from: _, to: __, ...layer } = found.layer;
  const isWhole = found.layer.from === undefined && found.layer.to === undefined && !('loopMode' in layer);
  const grown = withOverlay(project, (overlay) => ({
    ...overlay,
    layers: [{ ...layer, ...(isWhole ? {} : timeInVideo(project, found)) } as ProjectLayer, ...overlay.layers],
  }));
  return withScene(grown, found.scene.id, (scene) => ({
    ...scene,
    layers: scene.layers.filter(({ id }) => id !== layerId),
  }));
}

/** Moves a layer of a scene to the whole project, where it lasts from one moment to another, in seconds of the video. */
export function spanUntil(project: Project, layerId: string, from: number, to: number): Project {
  if (!canSpanProject(project, layerId)) return project;
  const timed = setLayerTime(spanProject(project, layerId), layerId, Math.max(0, from), to);
  return timed.ok ? timed.value : project;
}

/** Moves a layer of the whole project to the front of a scene, where it keeps its time as far as that scene lasts. */
export function returnToScene(project: Project, layerId: string, sceneId: string): Project {
  const layer: ProjectLayer | undefined = overlayOf(project).layers.find(({ id }) => id === layerId);
  const index = project.scenes.findIndex(({ id }) => id === sceneId);
  if (!layer || index < 0) return project;
  const start = sceneStarts(project)[index] as number;
  const { anchor: _, from = 0, to, ...rest } = layer;
  const later = Math.max(0, toMicroseconds(from - start));
  const end = to === undefined ? undefined : toMicroseconds(to - start);
  const time = {
    ...(later > 0 ? { from: later } : {}),
    ...(end !== undefined && end > later ? { to: end } : {}),
  };
  const left = withOverlay(project, (overlay) => ({
    ...overlay,
    layers: overlay.layers.filter(({ id }) => id !== layerId),
  }));
  return withScene(left, sceneId, (scene) => ({
    ...scene,
    layers: [{ ...rest, ...time } as ProjectLayer, ...scene.layers],
  }));
}

function timeInVideo(project: Project, found: FoundLayer): { from: number; to: number } {
  const start = sceneStarts(project)[found.sceneIndex] ?? 0;
  const { from, to } = layerTime(project, found);
  // A layer that would begin after the end of its scene keeps its length.
  const { from: stated = 0, to: end = stated + MIN_LAYER_SECONDS } = found.layer;
  const length = to - from < MIN_LAYER_SECONDS ? Math.max(MIN_LAYER_SECONDS, end - stated) : to - from;
  return { from: toMicroseconds(start + from), to: toMicroseconds(start + from + length) };
}
