import { findLayer } from '../../../engine/edit/find.ts';
import { groupedWith } from '../../../engine/edit/group.ts';
import { type LayerTime, layerTime, moveLayerTime, trimLayerTime } from '../../../engine/edit/layerTime.ts';
import { moveLayersTime } from '../../../engine/edit/moveLayersTime.ts';
import { removeLayers } from '../../../engine/edit/severalLayers.ts';
import type { Project } from '../../../engine/project/project.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { layerLabel } from '../controls/layerTitle.ts';
import { toggleLayer } from '../state/go.ts';
import { pause } from '../state/playback.ts';
import { countWords } from '../state/said.ts';
import {
  bringIntoTime,
  change,
  selectedIds,
  selectedScene,
  selectLayer,
  selectLayers,
  startOf,
  studio,
} from '../state/studio.ts';
import { moving } from './moving.ts';

/** What of a bar is moved: one of its ends, or all of it. */
export type BarPart = 'start' | 'end' | 'both';

/** When a layer is there, seconds of its scene; undefined where there is no such layer. */
export function timeOf(layerId: string, project: Project = studio.project): LayerTime | undefined {
  const found = findLayer(project, layerId);
  return found && layerTime(project, found);
}

/**
 * The project with a part of a layer's time moved, of all of it together with those that are selected beside it; a locked
 * one stays. @param at where it goes, seconds of its scene; of all of it its start.
 */
export function withPartAt(project: Project, layerId: string, part: BarPart, at: number): Project {
  const found = findLayer(project, layerId);
  if (!found || found.layer.isLocked) return project;
  const ids = movedWith(layerId, part);
  if (ids.length > 1) return moveLayersTime(project, ids, at - layerTime(project, found).from);
  return part === 'both' ? moveLayerTime(project, layerId, at) : trimLayerTime(project, layerId, part, at);
}

/** The layers that move with a part of a bar. */
export function movedWith(layerId: string, part: BarPart): readonly string[] {
  return part === 'both' && studio.severalIds.includes(layerId) ? studio.severalIds : [layerId];
}

/** Selects a layer, with its group unless that is selected already, and goes to where it is there. */
export function chooseBar(layerId: string): void {
  const found = findLayer(studio.project, layerId);
  const ids = found ? groupedWith(found.scene, layerId) : [];
  const isInside = selectedIds().some((id) => ids.includes(id));
  selectLayer(layerId);
  if (ids.length > 1 && !isInside) selectLayers(ids);
  bringIntoTime(layerId);
}

/** Selects a layer beside what is selected, or lets go of it; one of another scene alone. */
export function toggleBar(layerId: string): void {
  if (selectedScene().layers.some(({ id }) => id === layerId)) toggleLayer(layerId);
  else chooseBar(layerId);
}

/** Moves a part of a layer's time, as a key does, and says where it is then. One step of undo until `endStep`. */
export function movePart(layerId: string, part: BarPart, at: number): void {
  pause();
  change((project) => withPartAt(project, layerId, part, at), `time:${part}:${layerId}`);
  const found = findLayer(studio.project, layerId);
  if (!found) return;
  moving.said = found.layer.isLocked
    ? `${layerLabel(found.layer)} is locked`
    : `${layerLabel(found.layer)}: ${timeWords(layerId)}`;
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

/** Removes a layer, with those that are selected beside it, and says so. */
export function removeBar(layerId: string): void {
  const ids = movedWith(layerId, 'both');
  const found = findLayer(studio.project, layerId);
  if (!found) return;
  change((project) => removeLayers(project, ids));
  moving.said = `${ids.length > 1 ? countWords(ids.length) : layerLabel(found.layer)} deleted`;
}
