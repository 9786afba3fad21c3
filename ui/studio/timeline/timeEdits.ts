import { findLayer } from '../../../engine/edit/find.ts';
import { groupedWith } from '../../../engine/edit/group.ts';
import { trimLayerTime } from '../../../engine/edit/layerTime.ts';
import { withLinked } from '../../../engine/edit/link.ts';
import { moveLayersTime } from '../../../engine/edit/moveLayersTime.ts';
import { moveLayerInVideo } from '../../../engine/edit/placeLayer.ts';
import { rippleRemove } from '../../../engine/edit/ripple.ts';
import { rippleTrim } from '../../../engine/edit/rippleTrim.ts';
import { borderAt, canSlip, rollBorder, slipLayer } from '../../../engine/edit/rollSlip.ts';
import { removeLayers } from '../../../engine/edit/severalLayers.ts';
import type { Project } from '../../../engine/project/project.ts';
import { type LayerTime, layerTime, mediaSpan, sceneStart } from '../../../engine/timeline/durations.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { layerLabel } from '../../client/media/layerTitle.ts';
import { showNote } from '../../client/page/notices.ts';
import { countWords } from '../state/announceChange.ts';
import { openLayers } from '../state/go.ts';
import { pause, playhead, seek } from '../state/playback.ts';
import { bringIntoTime, change, isAtPlayhead, selectedIds, selectLayer, studio } from '../state/studio.ts';
import { timelineModes } from '../state/timelineModes.ts';
import { shownRows } from './rows.ts';
import { timelineDrag } from './timelineDrag.ts';

/** The part of a bar that is moved: one end, or the whole. */
export type BarPart = 'start' | 'end' | 'both';

/**
 * Moves or trims a layer's span. Moving a whole layer also moves the layers selected with it; alone, it can move to
 * another scene. With ripple, a trim moves what follows. A locked layer stays.
 * @param at new position in seconds of the whole video; for the whole layer, its start.
 */
export function withPartAt(project: Project, layerId: string, part: BarPart, at: number): Project {
  const found = findLayer(project, layerId);
  if (!found || found.layer.isLocked) return project;
  const start = sceneStart(project, found.scene.id);
  const ids = movedWith(layerId, part, project);
  if (ids.length > 1) return moveLayersTime(project, ids, at - start - layerTime(project, found).from);
  if (part === 'both') return moveLayerInVideo(project, layerId, at);
  return (timelineModes.isRippling ? rippleTrim : trimLayerTime)(project, layerId, part, at - start);
}

/** The layers that move together with a part of a bar, itself first: those selected or linked with it. */
export function movedWith(layerId: string, part: BarPart, project: Project = studio.project): readonly string[] {
  if (part !== 'both') return [layerId];
  const several = studio.severalIds.includes(layerId) ? studio.severalIds : [];
  return withLinked(project, [layerId, ...several.filter((id) => id !== layerId)]);
}

/**
 * Selects a layer, with its group unless a layer of it is selected already, and seeks to where it is visible.
 * @param at where it was clicked, in seconds of the whole video: there, the playhead is where a cut is wanted. Default:
 * its start.
 */
export function chooseBar(layerId: string, at?: number): void {
  // Before the selection, because the playhead selects its scene.
  if (at !== undefined && playhead.isPaused && !isAtPlayhead(layerId)) seek(at);
  const found = findLayer(studio.project, layerId);
  const ids = found ? groupedWith(found.scene, layerId) : [];
  const isInside = selectedIds().some((id) => ids.includes(id));
  selectLayer(layerId);
  openLayers(ids.length > 1 && !isInside ? ids : [layerId]);
  bringIntoTime(layerId);
}

/** Moves a part of a bar by key press and announces its new position. One undo step until `endStep`. */
export function movePart(layerId: string, part: BarPart, at: number): void {
  pause();
  change((project) => withPartAt(project, layerId, part, at), `time:${part}:${layerId}`);
  const found = findLayer(studio.project, layerId);
  if (!found) return;
  timelineDrag.announcement = found.layer.isLocked
    ? `${layerLabel(found.layer)} is locked`
    : `${layerLabel(found.layer)}: ${timeWords(layerId)}`;
}

/**
 * Moves the border between a layer and the adjacent one of its row by key press, else its end, and announces it. One
 * undo step until `endStep`. @param by seconds.
 */
export function rollPart(layerId: string, part: 'start' | 'end', by: number): void {
  const found = findLayer(studio.project, layerId);
  const border = found && borderAt(studio.project, layerId, part, shownRows());
  const { from, to } = timeInVideo(layerId);
  const at = (part === 'start' ? from : to) + by;
  if (!border) {
    movePart(layerId, part, at);
    return;
  }
  pause();
  const start = sceneStart(studio.project, found.scene.id);
  change((project) => rollBorder(project, border, at - start), `roll:${border.before}`);
  const reached = timeInVideo(border.after).from;
  timelineDrag.announcement = `Border at ${timecode(reached)}`;
  if (Math.abs(reached - at) > LIMIT_WAY) showNote(limits.roll);
}

/** Slips the content of a clip by key press and announces it. One undo step until `endStep`. @param by seconds of the source. */
export function slipContent(layerId: string, by: number): void {
  const layer = findLayer(studio.project, layerId)?.layer;
  if (!layer || !canSlip(layer)) return;
  pause();
  const wanted = mediaSpan(layer).start + by;
  change((project) => slipLayer(project, layerId, wanted), `slip:${layerId}`);
  tellSlip(layerId, wanted);
}

/** Shows a note if the content of a clip could not begin where it was wanted, in seconds of its source. */
export function tellSlip(layerId: string, wanted: number): void {
  const layer = findLayer(studio.project, layerId)?.layer;
  if (layer && canSlip(layer) && Math.abs(mediaSpan(layer).start - wanted) > LIMIT_WAY) showNote(limits.slip);
}

/** A move that stops this much earlier has reached a limit, in seconds. */
const LIMIT_WAY = 0.005;

/** What stopped a move. */
const limits = {
  roll: 'One of the two clips cannot be longer or shorter here.',
  slip: 'The file has nothing more on this side.',
};

/** The span of a layer, in seconds of the whole video; 0 to 0 if the layer does not exist. */
export function timeInVideo(layerId: string, project: Project = studio.project): LayerTime {
  const found = findLayer(project, layerId);
  if (!found) return { from: 0, to: 0 };
  const { from, to } = layerTime(project, found);
  const start = sceneStart(project, found.scene.id);
  return { from: start + from, to: start + to };
}

/** The span of a layer in the whole video, as text. */
export function timeWords(layerId: string): string {
  if (!findLayer(studio.project, layerId)) return '';
  const { from, to } = timeInVideo(layerId);
  return rangeWords(from, to);
}

/** A span as text. @param from, to seconds of the whole video. */
export function rangeWords(from: number, to: number): string {
  return `${timecode(from)} – ${timecode(to)}`;
}

/** Removes a layer and those selected with it, with ripple also the gap that they leave, and announces it. */
export function removeBar(layerId: string): void {
  const ids = movedWith(layerId, 'both');
  const found = findLayer(studio.project, layerId);
  if (!found) return;
  change((project) => (timelineModes.isRippling ? rippleRemove : removeLayers)(project, ids));
  timelineDrag.announcement = `${ids.length > 1 ? countWords(ids.length) : layerLabel(found.layer)} deleted`;
}
