import { isPlayed } from '../kinds/families.ts';
import type { PlayedLayer } from '../project/layers.ts';
import type { Project } from '../project/project.ts';
import { toMicroseconds, toMilliseconds } from '../project/roundTime.ts';
import { isUntrimmed, layerTime, mediaSpan } from '../timeline/durations.ts';
import { type Lanes, lanesOf } from '../timeline/lanes.ts';
import { endOfLayer } from '../timeline/spans.ts';
import { findLayer, withLayer } from './find.ts';
import { trimLayerTime } from './layerTime.ts';

/** Layers of a row whose ends are this close are adjacent, in seconds. */
const JOINED = 0.05;

/** The two layers at a border of a row. */
export interface Border {
  /** Ids of the layer that ends at the border, and of the layer that begins there. */
  before: string;
  after: string;
}

/**
 * Returns the border at an end of a layer: the next or previous layer of its row and scene touches it, and neither is
 * locked. @param rows default: those of the project.
 */
export function borderAt(
  project: Project,
  layerId: string,
  edge: 'start' | 'end',
  { visual, audio }: Lanes = lanesOf(project),
): Border | undefined {
  const row = [...visual, ...audio].find(({ spans }) => spans.some(({ layer }) => layer.id === layerId));
  const spans = row?.spans ?? [];
  const index = spans.findIndex(({ layer }) => layer.id === layerId);
  const [before, after] = edge === 'end' ? [spans[index], spans[index + 1]] : [spans[index - 1], spans[index]];
  if (!before || !after || before.scene.id !== after.scene.id) return undefined;
  if (before.layer.isLocked || after.layer.isLocked) return undefined;
  const isJoined = Math.abs(after.start - endOfLayer(before)) <= JOINED;
  return isJoined ? { before: before.layer.id, after: after.layer.id } : undefined;
}

/**
 * Moves the border between two adjacent layers: one becomes longer by as much as the other becomes shorter, so nothing
 * else moves. Stops where either source ends, or would be left with less than 1 s (other layers: 0.1 s).
 * @param at seconds of their scene.
 */
export function rollBorder(project: Project, { before, after }: Border, at: number): Project {
  const [one, other] = [findLayer(project, before), findLayer(project, after)];
  if (!one || !other || !Number.isFinite(at)) return project;
  const border = layerTime(project, other).from;
  const end = timeIn(trimLayerTime(project, before, 'end', at), before)?.to ?? border;
  const start = timeIn(trimLayerTime(project, after, 'start', at), after)?.from ?? border;
  const both = at > border ? Math.max(border, Math.min(end, start)) : Math.min(border, Math.max(end, start));
  if (Math.abs(both - border) < 1e-3) return project;
  return trimLayerTime(trimLayerTime(project, after, 'start', both), before, 'end', both);
}

function timeIn(project: Project, layerId: string) {
  const found = findLayer(project, layerId);
  return found && layerTime(project, found);
}

/** Whether a video or audio layer has more of its source on a side of what it plays, and its length is known. */
export function canSlip(layer: { type: string }): layer is PlayedLayer & { duration: number } {
  const played = layer as PlayedLayer;
  return isPlayed(played) && played.isTrimmed && (played.duration ?? 0) > 0 && !played.isLocked;
}

/**
 * Slips a trimmed video or audio: plays another part of its source at the same time and of the same length.
 * @param start of that part in seconds of the source; clamped to the source.
 */
export function slipLayer(project: Project, layerId: string, start: number): Project {
  if (!Number.isFinite(start)) return project;
  return withLayer(project, layerId, (layer) => {
    if (!canSlip(layer)) return layer;
    const { start: was, end } = mediaSpan(layer);
    const length = end - was;
    const latest = Math.max(0, layer.duration - length);
    const startTime = toMicroseconds(Math.min(latest, Math.max(0, toMilliseconds(start))));
    const endTime = toMicroseconds(startTime + length);
    const isSame = startTime === layer.startTime || isUntrimmed(startTime, endTime, layer.duration);
    return isSame ? layer : { ...layer, startTime, endTime };
  });
}
