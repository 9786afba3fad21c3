import { editAt } from '../../../engine/edit/editAt.ts';
import { findLayer } from '../../../engine/edit/find.ts';
import {
  addKeyframe,
  type KeyframeChange,
  keyframeNear,
  moveKeyframe,
  removeKeyframe,
  setKeyframe,
  zoomIn,
} from '../../../engine/edit/keyframes.ts';
import { isSound, keyframesOf } from '../../../engine/kinds/families.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import type { Project } from '../../../engine/project/project.ts';
import { layerTime } from '../../../engine/timeline/durations.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { layerLabel } from '../../client/media/layerTitle.ts';
import { announceChange } from './announceChange.ts';
import { latePlayback, pause, seek, shownTime } from './playback.ts';
import { change, startOf, studio } from './studio.ts';

/** The time span in which a layer is visible, in seconds of the whole video. */
export function layerWindow(layerId: string, project: Project = studio.project): { from: number; to: number } {
  const found = findLayer(project, layerId);
  if (!found) return { from: 0, to: 0 };
  const start = startOf(found.scene.id);
  const { from, to } = layerTime(project, found);
  return { from: start + from, to: start + to };
}

/**
 * The current time relative to the start of a layer, in seconds, clamped to its span.
 * @param shown seconds of the whole video.
 */
export function momentOf({ id }: Pick<Layer, 'id'>, shown = shownTime()): number {
  const { from, to } = layerWindow(id);
  return Math.max(0, Math.min(to, shown) - from);
}

/** Moves, resizes or rotates layers at the playhead, see editAt. @param step see change. */
export function changeAtPlayhead(
  layerIds: readonly string[],
  edit: (project: Project) => Project,
  step?: string,
): void {
  change((project) => editAt(project, layerIds, (layer) => momentOf(layer), edit), step);
}

/** Seeks to a keyframe of a layer. */
export function goToKeyframe(layer: Layer, index: number): void {
  const keyframe = keyframesOf(layer)[index];
  if (!keyframe) return;
  pause();
  const { from, to } = layerWindow(layer.id);
  // A layer is no longer visible at its end.
  seek(Math.min(from + keyframe.time, Math.max(from, to - 1e-3)));
}

/** Seeks to the keyframe before or after the playhead. */
export function goToNeighbor(layer: Layer, way: -1 | 1): void {
  const index = neighborOf(layer, momentOf(layer), way);
  if (index >= 0) goToKeyframe(layer, index);
}

/**
 * Index of the keyframe before or after a moment; -1 if there is none.
 * @param moment seconds since the layer starts.
 */
export function neighborOf(layer: Layer, moment: number, way: -1 | 1): number {
  const keyframes = keyframesOf(layer);
  const at = keyframeNear(layer, moment);
  const others = keyframes.map(({ time }, i) => i !== at && (way < 0 ? time < moment : time > moment));
  return way < 0 ? others.lastIndexOf(true) : others.indexOf(true);
}

/** Adds a keyframe to a layer at the playhead, or removes the one that is there. Announces it. */
export function toggleKeyframe(layerId: string): void {
  const layer = findLayer(studio.project, layerId)?.layer;
  if (!layer || isSound(layer) || layer.isLocked) return;
  pause();
  const moment = momentOf(layer);
  const index = keyframeNear(layer, moment);
  if (index >= 0) deleteKeyframe(layer, index);
  else {
    change((project) => addKeyframe(project, layerId, moment));
    announceChange(`Keyframe of ${layerLabel(layer)} set at ${timecode(layerWindow(layerId).from + moment)}`);
  }
}

/** How long a zoom lasts without a marked part, in seconds. */
const ZOOM_SECONDS = 3;

/** Zooms into a layer for the marked part if that overlaps it, otherwise from the playhead on. Announces it. */
export function zoomInHere(layerId: string): void {
  const layer = findLayer(studio.project, layerId)?.layer;
  if (!layer || isSound(layer) || layer.isLocked) return;
  pause();
  const { from: start, to: end } = layerWindow(layerId);
  const marked = latePlayback.markedSpan?.();
  const isMarked = marked !== undefined && marked.from < end && marked.to > start;
  const wanted = isMarked ? marked : { from: shownTime(), to: shownTime() + ZOOM_SECONDS };
  const [from, to] = [Math.max(start, wanted.from), Math.min(end, wanted.to)];
  change((project) => zoomIn(project, layerId, from - start, to - start));
  announceChange(`Zoom into ${layerLabel(layer)} from ${timecode(from)} to ${timecode(to)}`);
}

/** Sets the values of a layer at the playhead. @param step see change. */
export function setAtPlayhead(layer: Layer, values: KeyframeChange, step: string): void {
  pause();
  change((project) => setKeyframe(project, layer.id, momentOf(layer), values), step);
}

/** Removes a keyframe and announces it. */
export function deleteKeyframe(layer: Layer, index: number): void {
  change((project) => removeKeyframe(project, layer.id, index));
  announceChange(`Keyframe of ${layerLabel(layer)} removed`);
}

/** Moves a keyframe by key press. Consecutive moves are one undo step until `endStep`. @param by seconds. */
export function nudgeKeyframe(layer: Layer, index: number, by: number): void {
  const time = keyframesOf(layer)[index]?.time ?? 0;
  change((project) => moveKeyframe(project, layer.id, index, time + by), `keyframe ${index} ${layer.id}`);
}
