import { proxy, ref } from 'valtio/vanilla';
import { type Alignment, type AlignTo, alignLayers, distributeLayers } from '../../../engine/edit/arrange.ts';
import { type CopiedStyle, canHaveStyle, pasteStyle, styleOf } from '../../../engine/edit/copiedStyle.ts';
import { findLayer, layersOf } from '../../../engine/edit/find.ts';
import { groupLayers, ungroupLayers } from '../../../engine/edit/group.ts';
import { hideLayers, lockLayers } from '../../../engine/edit/layerFlags.ts';
import { linkLayers, unlinkLayers, withLinked } from '../../../engine/edit/link.ts';
import { rippleRemove } from '../../../engine/edit/ripple.ts';
import { newId } from '../../../engine/project/id.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { layerLabel } from '../../client/media/layerTitle.ts';
import { showNote } from '../../client/page/notices.ts';
import type { Unproxied } from '../../client/page/unproxied.ts';
import { announceChange, countWords } from './announceChange.ts';
import { groupOf, openLayers, openScreen } from './go.ts';
import { changeAtPlayhead } from './keyframes.ts';
import { leaveRemoved } from './layers.ts';
import { change, layersHere, studio } from './studio.ts';

/** Aligns layers and announces it. */
export function align(layerIds: readonly string[], how: Alignment, to: AlignTo): void {
  changeAtPlayhead(layerIds, (project) => alignLayers(project, layerIds, how, to));
  announceChange(`${countWords(layerIds.length)} aligned: ${how}`);
}

/** Distributes layers with equal gaps and announces it. */
export function distribute(layerIds: readonly string[], axis: 'x' | 'y'): void {
  changeAtPlayhead(layerIds, (project) => distributeLayers(project, layerIds, axis));
  announceChange(`${countWords(layerIds.length)} distributed ${axis === 'x' ? 'across' : 'down'}`);
}

/** Groups layers, which stay selected. */
export function group(layerIds: readonly string[]): void {
  change((project) => groupLayers(project, layerIds, newId));
  announceChange(`${countWords(layerIds.length)} grouped`);
}

/** Ungroups layers; all layers of those groups stay selected. */
export function ungroup(layerIds: readonly string[]): void {
  const all = layerIds.flatMap(groupOf);
  change((project) => ungroupLayers(project, layerIds));
  if (all.length > 1) openLayers(all);
  announceChange(`${countWords(all.length)} ungrouped`);
}

/** Links layers, which stay selected. */
export function link(layerIds: readonly string[]): void {
  change((project) => linkLayers(project, layerIds, newId));
  announceChange(`${countWords(layerIds.length)} linked`);
}

/** Unlinks layers, with all that they are linked with. */
export function unlink(layerIds: readonly string[]): void {
  const count = withLinked(studio.project, layerIds).length;
  change((project) => unlinkLayers(project, layerIds));
  announceChange(`${countWords(count)} unlinked`);
}

/** Locks layers, or unlocks them if all are locked. */
export function toggleLock(layerIds: readonly string[]): void {
  const isLocked = layersOf(studio.project, layerIds).every((layer) => layer.isLocked);
  change((project) => lockLayers(project, layerIds, !isLocked));
  announceChange(`${countWords(layerIds.length)} ${isLocked ? 'unlocked' : 'locked'}`);
}

/** Whose name is edited in the list of layers; null: none's. */
export const renaming = proxy({ layerId: null as string | null });

/** Edits the name of a layer in the list of layers. */
export function startRenaming(layerId: string): void {
  openScreen('layers');
  renaming.layerId = layerId;
}

/** Shows all names of the list of layers as text again. */
export function endRenaming(): void {
  renaming.layerId = null;
}

/** Hides layers, or shows them if all are hidden. */
export function toggleHidden(layerIds: readonly string[]): void {
  const isHidden = layersOf(studio.project, layerIds).every((layer) => layer.isHidden);
  change((project) => hideLayers(project, layerIds, !isHidden));
  announceChange(`${countWords(layerIds.length)} ${isHidden ? 'shown' : 'hidden'}`);
}

/** Selects every layer of the scene that is neither locked nor hidden. */
export function selectAll(): void {
  const free = layersHere().filter(({ isLocked, isHidden }) => !isLocked && !isHidden);
  if (free.length > 0) openLayers(free.map(({ id }) => id));
}

/** The style that was copied last. */
export const rememberedStyle = proxy({ style: null as Unproxied<CopiedStyle> | null });

/** Copies the style of a layer, for `giveStyle`. */
export function copyStyle(layerId: string): void {
  const layer = findLayer(studio.project, layerId)?.layer;
  if (!layer) return;
  rememberedStyle.style = ref(styleOf(layer));
  announceChange(`Style of ${layerLabel(layer)} copied`);
}

/** Applies the copied style to the layers that support it and announces it. Shows a note if none does. */
export function applyCopiedStyle(layerIds: readonly string[]): void {
  const { style } = rememberedStyle;
  if (!style) return;
  const able = layersOf(studio.project, layerIds).filter((layer) => canHaveStyle(style, layer));
  change((project) => pasteStyle(project, layerIds, style));
  if (able.length === 0) showNote('The copied style is for another kind of layer.');
  else announceChange(`Style applied to ${countWords(able.length)}`);
}

/** Applies the style of a layer to others and announces it. */
export function spreadStyle(layer: Layer, layerIds: readonly string[]): void {
  change((project) => pasteStyle(project, layerIds, styleOf(layer)));
  announceChange(`Style applied to ${countWords(layerIds.length)}`);
}

/** Removes layers as `remove` does and closes the gaps they leave in time. */
export function removeWithGap(layerIds: readonly string[]): void {
  change((project) => rippleRemove(project, layerIds));
  leaveRemoved();
}
