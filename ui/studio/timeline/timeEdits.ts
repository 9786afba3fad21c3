import { findLayer } from '../../../engine/edit/find.ts';
import { removeLayer } from '../../../engine/edit/layers.ts';
import { type LayerTime, layerTime, moveLayerTime, trimLayerTime } from '../../../engine/edit/layerTime.ts';
import type { Project } from '../../../engine/project/project.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { layerPreview, layerTitle } from '../controls/layerTitle.ts';
import { pause } from '../state/playback.ts';
import { change, startOf, studio } from '../state/studio.ts';
import { moving } from './moving.ts';

/** What of a bar is moved: one of its ends, or all of it. */
export type BarPart = 'start' | 'end' | 'both';

/** When a layer is there, seconds of its scene; undefined where there is no such layer. */
export function timeOf(layerId: string, project: Project = studio.project): LayerTime | undefined {
  const found = findLayer(project, layerId);
  return found && layerTime(project, found);
}

/** The project with a part of a layer's time moved. @param at where it goes, seconds of its scene; of all of it its start. */
export function withPartAt(project: Project, layerId: string, part: BarPart, at: number): Project {
  return part === 'both' ? moveLayerTime(project, layerId, at) : trimLayerTime(project, layerId, part, at);
}

/** Moves a part of a layer's time, as a key does, and says where it is then. One step of undo until `endStep`. */
export function movePart(layerId: string, part: BarPart, at: number): void {
  pause();
  change((project) => withPartAt(project, layerId, part, at), `time:${part}:${layerId}`);
  const found = findLayer(studio.project, layerId);
  if (found) moving.said = `${layerPreview(found.layer) || layerTitle(found.layer)}: ${timeWords(layerId)}`;
}

/** From when to when a layer is there, in the whole video. */
export function timeWords(layerId: string): string {
  const found = findLayer(studio.project, layerId);
  if (!found) return '';
  const { from, to } = layerTime(studio.project, found);
  const start = startOf(found.scene.id);
  return rangeWords(start + from, start + to);
}

/** A stretch of the video in words. @param from, to seconds of the whole video. */
export function rangeWords(from: number, to: number): string {
  return `${timecode(from)} – ${timecode(to)}`;
}

/** Removes a layer and says so. */
export function removeBar(layerId: string): void {
  const found = findLayer(studio.project, layerId);
  if (!found) return;
  change((project) => removeLayer(project, layerId));
  moving.said = `${layerPreview(found.layer) || layerTitle(found.layer)} deleted`;
}
