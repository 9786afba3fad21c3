import { isPlayed } from '../kinds/families.ts';
import { endsWhenPlayed, kindOf, setsLength } from '../kinds/index.ts';
import type { MakeId } from '../project/id.ts';
import type { Layer } from '../project/layers.ts';
import { IMAGE_SCENE_SECONDS } from '../project/limits.ts';
import type { Project } from '../project/project.ts';
import { playedEnd, playedLength, sceneStarts, totalDuration } from '../timeline/durations.ts';
import { type Lanes, lanesOf } from '../timeline/lanes.ts';
import { findLayer, withLayers } from './find.ts';
import { addLayer } from './layers.ts';
import { moveLayerTime } from './layerTime.ts';
import { makeWay, type PlaceMode } from './makeWay.ts';
import { moveToLane } from './placeLayer.ts';

/** Times this near are the same moment, in seconds. */
const SAME = 2e-3;

/** Where a new layer is dropped on the timeline. */
export interface LayerDrop {
  /** Seconds of the whole video; clamped to it. */
  at: number;
  /** Row as in moveToLane; default: in front of everything, audio in the first free row. */
  lane?: number | undefined;
  /** The rows that `lane` belongs to; default: those of the project. */
  rows?: Lanes | undefined;
  /** How the layers of that row make way; default: they stay. */
  mode?: PlaceMode | undefined;
}

/**
 * Adds a layer to the scene at a moment of the video, beginning there. A video ends when it has played instead of holding
 * its last frame, an image after 3 s. Does nothing if that scene is full.
 */
export function dropLayer(project: Project, layer: Layer, drop: LayerDrop, makeId: MakeId): Project {
  const { lane, rows = lanesOf(project), mode } = drop;
  const at = Math.min(totalDuration(project), Math.max(0, drop.at));
  const starts = sceneStarts(project);
  // A start that was rounded to milliseconds may be early by half of one.
  const index = Math.max(
    0,
    starts.findLastIndex((start) => start <= at + 5e-4),
  );
  const added = addLayer(project, project.scenes[index]?.id ?? '', withEnd(layer));
  if (added === project) return project;
  const begun = moveLayerTime(added, layer.id, at - (starts[index] ?? 0));
  if (lane === undefined) return begun;
  const row = (kindOf(layer).isSeen ? rows.visual : rows.audio).find((one) => one.lane === lane);
  const others = row?.spans.map((span) => span.layer.id) ?? [];
  const from = findLayer(begun, layer.id)?.layer.from ?? 0;
  // In a scene that became longer, a video before it would hold its last frame, and so take the row.
  const here = row?.spans.filter((span) => span.scene.id === project.scenes[index]?.id).map((span) => span.layer.id);
  const ended = withLayers(begun, here ?? [], (other) => {
    const isBefore = isPlayed(other) && setsLength(other) && other.to === undefined && playedEnd(other) < from + SAME;
    return isBefore ? { ...other, to: playedEnd(other) } : other;
  });
  const placed = moveToLane(ended, layer.id, lane, rows);
  return mode ? makeWay(placed, layer.id, others, mode, makeId) : placed;
}

function withEnd(layer: Layer): Layer {
  return endsWhenPlayed(layer) || layer.to !== undefined ? layer : { ...layer, to: dropLength(layer) };
}

/** Returns how long a dropped layer without an end lasts, in seconds. */
export function dropLength(layer: Layer): number {
  const isTimed = isPlayed(layer) && (endsWhenPlayed(layer) || setsLength(layer));
  return isTimed ? playedLength(layer) : IMAGE_SCENE_SECONDS;
}
