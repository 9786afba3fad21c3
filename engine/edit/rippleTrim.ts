import { endsWhenPlayed } from '../kinds/index.ts';
import { isOverlay } from '../project/allLayers.ts';
import type { Layer } from '../project/layers.ts';
import { MAX_CUSTOM_SECONDS, MIN_CUSTOM_SECONDS } from '../project/limits.ts';
import type { Project, Scene } from '../project/project.ts';
import { toMicroseconds } from '../project/roundTime.ts';
import { hasTimedVideo, type LayerTime, layerTime } from '../timeline/durations.ts';
import { lanesOf } from '../timeline/lanes.ts';
import { withAutoLoop } from './audioLoop.ts';
import { findLayer, withLayer, withScene } from './find.ts';
import { MIN_LAYER_SECONDS, trimLayerTime } from './layerTime.ts';
import { movedUp, withPartnersMoved } from './ripple.ts';
import { isOnlyVoice, isVoice, withCueGapsClosed, withDelayedCues } from './voiceCues.ts';

/**
 * Moves one end of a layer as trimLayerTime does, but keeps its start, and moves what begins after it: the later layers
 * of its scene with their linked ones, as rippleRemove does; for a layer of the whole project, those of its row.
 * Subtitles follow their voice, and a chosen scene length changes by as much. Locked layers stay.
 * @param at seconds of its scene: where the dragged end would be without the later move.
 */
export function rippleTrim(project: Project, layerId: string, edge: 'start' | 'end', at: number): Project {
  const found = findLayer(project, layerId);
  if (!found || found.layer.isLocked || !Number.isFinite(at)) return project;
  const was = layerTime(project, found);
  // A layer past the end of its scene is not visible.
  if (was.to - was.from < MIN_LAYER_SECONDS - 1e-6) return project;
  // An earlier start needs room before it.
  const room = edge === 'start' ? Math.max(0, was.from - at) : 0;
  const spaced = room > 0 ? withLayer(project, layerId, (layer) => movedUp(layer, -room)) : project;
  const trimmed = trimLayerTime(spaced, layerId, edge, room > 0 ? was.from : at);
  const now = findLayer(trimmed, layerId);
  if (!now || trimmed === spaced) return project;
  const is = layerTime(trimmed, now);
  const by = edge === 'end' ? is.to - was.to : was.from + room - is.from;
  if (Math.abs(by) < 1e-6) return project;
  const following = followersOf(project, layerId, was.to);
  const next = withScene(trimmed, found.scene.id, (scene) => ({
    ...scene,
    layers: scene.layers.map((layer): Layer => {
      if (layer.id === layerId) return beginningAt(layer, was.from, is, following.size > 0);
      if (layer.type === 'subtitles' && !layer.isLocked && isVoice(found.layer))
        return withVoiceCues(project, layer, { scene: found.scene, layerId, was, edge, by });
      return following.has(layer.id) ? movedUp(layer, -by) : layer;
    }),
    duration: following.size > 0 ? lengthOf(scene, by) : scene.duration,
  }));
  return withAutoLoop(withPartnersMoved(trimmed, next, found.scene.id));
}

/** Ids of the unlocked layers that begin after a layer. */
function followersOf(project: Project, layerId: string, end: number): ReadonlySet<string> {
  const scene = findLayer(project, layerId)?.scene;
  const row = scene && isOverlay(scene) ? rowOf(project, layerId) : undefined;
  const later = (scene?.layers ?? []).filter(
    ({ id, from = 0, isLocked }) => id !== layerId && !isLocked && from >= end - 1e-6 && (row?.has(id) ?? true),
  );
  return new Set(later.map(({ id }) => id));
}

function rowOf(project: Project, layerId: string): ReadonlySet<string> {
  const { visual, audio } = lanesOf(project);
  const ids = [...visual, ...audio].map(({ spans }) => new Set(spans.map(({ layer }) => layer.id)));
  return ids.find((row) => row.has(layerId)) ?? new Set();
}

/** @param isEnding whether it must not last to the end of the scene by itself, since others follow. */
function beginningAt(layer: Layer, start: number, { from, to }: LayerTime, isEnding: boolean): Layer {
  const moved = movedUp(layer, from - start);
  const isOpen = layer.to === undefined && (endsWhenPlayed(layer) || !isEnding);
  return isOpen ? moved : { ...moved, to: toMicroseconds(start + Math.max(MIN_LAYER_SECONDS, to - from)) };
}

/** A chosen length of a scene, after what it contains became longer or shorter. */
function lengthOf(scene: Scene, by: number): number {
  if (scene.duration <= 0 || hasTimedVideo(scene)) return scene.duration;
  return Math.min(MAX_CUSTOM_SECONDS, Math.max(MIN_CUSTOM_SECONDS, toMicroseconds(scene.duration + by)));
}

interface VoiceTrim {
  scene: Scene;
  layerId: string;
  was: LayerTime;
  edge: 'start' | 'end';
  by: number;
}

/** Subtitles go with the part of a voice that is cut off, and later ones move, unless another voice continues. */
function withVoiceCues(
  project: Project,
  layer: Extract<Layer, { type: 'subtitles' }>,
  { scene, layerId, was, edge, by }: VoiceTrim,
): Layer {
  const moment = edge === 'start' ? was.from : was.to;
  const gap =
    edge === 'start'
      ? { startTime: moment, endTime: moment + Math.abs(by) }
      : { startTime: moment - Math.max(0, -by), endTime: moment + Math.max(0, by) };
  if (!isOnlyVoice(project, scene, new Set([layerId]), gap)) return layer;
  if (by > 0) return withDelayedCues(layer, { moment, by }, () => true);
  return withCueGapsClosed(layer, [gap]) ?? { ...layer, cues: [] };
}
