import { proxy, ref } from 'valtio/vanilla';
import { type Alignment, type AlignTo, alignLayers, distributeLayers } from '../../../engine/edit/arrange.ts';
import { type CopiedStyle, canHaveStyle, pasteStyle, styleOf } from '../../../engine/edit/copiedStyle.ts';
import { findLayer, layersOf } from '../../../engine/edit/find.ts';
import { groupedWith, groupLayers, ungroupLayers } from '../../../engine/edit/group.ts';
import { hideLayers, lockLayers } from '../../../engine/edit/layerMarks.ts';
import { rippleRemove } from '../../../engine/edit/ripple.ts';
import { newId } from '../../../engine/project/id.ts';
import { showNote } from '../../state/notices.ts';
import type { Unproxied } from '../../state/unproxied.ts';
import { layerLabel } from '../controls/layerTitle.ts';
import { openLayers } from './go.ts';
import { changeAtPlayhead } from './keyframes.ts';
import { leaveRemoved } from './layers.ts';
import { countWords, say } from './said.ts';
import { change, selectedScene, studio } from './studio.ts';

/** Aligns layers and announces it. */
export function align(layerIds: readonly string[], how: Alignment, to: AlignTo): void {
  changeAtPlayhead(layerIds, (project) => alignLayers(project, layerIds, how, to));
  say(`${countWords(layerIds.length)} aligned: ${how}`);
}

/** Distributes layers with equal gaps and announces it. */
export function distribute(layerIds: readonly string[], axis: 'x' | 'y'): void {
  changeAtPlayhead(layerIds, (project) => distributeLayers(project, layerIds, axis));
  say(`${countWords(layerIds.length)} distributed ${axis === 'x' ? 'across' : 'down'}`);
}

/** Groups layers, which stay selected. */
export function group(layerIds: readonly string[]): void {
  change((project) => groupLayers(project, layerIds, newId));
  say(`${countWords(layerIds.length)} grouped`);
}

/** Ungroups layers; all layers of those groups stay selected. */
export function ungroup(layerIds: readonly string[]): void {
  const all = layerIds.flatMap((id) => groupedWith(selectedScene(), id));
  change((project) => ungroupLayers(project, layerIds));
  if (all.length > 1) openLayers(all);
  say(`${countWords(all.length)} ungrouped`);
}

/** Locks layers, or unlocks them if all are locked. */
export function toggleLock(layerIds: readonly string[]): void {
  const isLocked = layersOf(studio.project, layerIds).every((layer) => layer.isLocked);
  change((project) => lockLayers(project, layerIds, !isLocked));
  say(`${countWords(layerIds.length)} ${isLocked ? 'unlocked' : 'locked'}`);
}

/** Hides layers, or shows them if all are hidden. */
export function toggleHidden(layerIds: readonly string[]): void {
  const isHidden = layersOf(studio.project, layerIds).every((layer) => layer.isHidden);
  change((project) => hideLayers(project, layerIds, !isHidden));
  say(`${countWords(layerIds.length)} ${isHidden ? 'shown' : 'hidden'}`);
}

/** Selects every layer of the scene that is neither locked nor hidden. */
export function selectAll(): void {
  const free = selectedScene().layers.filter(({ isLocked, isHidden }) => !isLocked && !isHidden);
  if (free.length > 0) openLayers(free.map(({ id }) => id));
}

/** The style that was copied last. */
export const copied = proxy({ style: null as Unproxied<CopiedStyle> | null });

/** Copies the style of a layer, for `giveStyle`. */
export function copyStyle(layerId: string): void {
  const layer = findLayer(studio.project, layerId)?.layer;
  if (!layer) return;
  copied.style = ref(styleOf(layer));
  say(`Style of ${layerLabel(layer)} copied`);
}

/** Applies the copied style to the layers that support it and announces it. Shows a note if none does. */
export function giveStyle(layerIds: readonly string[]): void {
  const { style } = copied;
  if (!style) return;
  const able = layersOf(studio.project, layerIds).filter((layer) => canHaveStyle(style, layer));
  change((project) => pasteStyle(project, layerIds, style));
  if (able.length === 0) showNote('The copied style is for another kind of layer.');
  else say(`Style applied to ${countWords(able.length)}`);
}

/** Removes layers as `remove` does and closes the gaps they leave in time. */
export function removeWithGap(layerIds: readonly string[]): void {
  change((project) => rippleRemove(project, layerIds));
  leaveRemoved();
}
