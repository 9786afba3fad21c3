import { proxy } from 'valtio/vanilla';
import { navigate } from 'wouter/use-browser-location';
import { findLayer } from '../../../engine/edit/find.ts';
import { groupedWith } from '../../../engine/edit/group.ts';
import { isOverlay } from '../../../engine/project/allLayers.ts';
import { type FocusTarget, focusAt, focusOn } from '../../app/focus.ts';
import { place } from '../../app/place.ts';
import { isSheet, type ScreenId, screenOf } from '../../app/screens.ts';
import { isByKeyboard } from '../../kit/input.ts';
import { bringIntoTime, layersIn, selectedIds, selectLayer, selectLayers, studio } from './studio.ts';

/** Path of the editor; its screens are below it. */
export const EDITOR = '/studio/editor';

/** Goes to a screen of the editor; '' is the editor itself. */
export function goTo(screen: ScreenId, options: { replace?: boolean } = {}): void {
  navigate(pathOf(screen), options);
}

/** The path of a screen. */
export function pathOf(screen: ScreenId): string {
  return screen === '' ? EDITOR : `${EDITOR}/${screen}`;
}

/** The path of a layer's own screen. */
export function layerPath(layerId: string): string {
  return `${EDITOR}/layer/${encodeURIComponent(layerId)}`;
}

/** Opens a screen that replaces the canvas. `leaveFor` then goes back instead of adding a history entry. */
export function openWork(screen: ScreenId): void {
  openFrom(screen);
}

/** Opens a sheet over the editor. Closing it returns to where it was opened. */
export function openSheet(screen: ScreenId): void {
  openFrom(screen);
}

/** Opens a screen by its kind. */
export function openScreen(screen: ScreenId): void {
  const { kind } = screenOf(screen);
  if (kind === 'footer') goTo(screen);
  else openFrom(screen);
}

function openFrom(screen: ScreenId): void {
  // A panel that is opened next to another one, not from inside it, takes its place.
  const replace = isSheet(place.screen) && !document.activeElement?.closest('dialog');
  const from = replace ? place.from : place.path;
  navigate(pathOf(screen), { replace, state: { from, openedBy: isByKeyboard() ? 'keyboard' : 'pointer' } });
}

/** Closes the open sheet: goes back, or to the editor if the sheet was opened by its address. */
export function closeSheet(): void {
  const above = screenOf(place.screen)?.above;
  if (place.from !== undefined) history.back();
  else navigate(above ? pathOf(above) : homePath(), { replace: true });
}

/** Label of the export that needs no server. */
export const EXPORT_HERE = 'Export in this browser';

/** Opens the export sheet. @param where default: as last chosen. */
export function openExport(where?: ExportPlace): void {
  if (where) exportPlace.where = where;
  openSheet('export');
}

/** Where a project is exported. */
export type ExportPlace = 'server' | 'browser';

/** The choice of the export sheet. Opened by its address, it exports in the browser. */
export const exportPlace = proxy({ where: 'browser' as ExportPlace });

/** Selects a layer, seeks to where it is visible, and opens its panel. */
export function openLayer(layerId: string): void {
  if (!selectLayer(layerId)) return;
  bringIntoTime(layerId);
  navigate(layerPath(layerId));
}

/** Selects a layer as a click does: with its group, unless the group or one of its layers is already selected. */
export function chooseLayer(layerId: string): void {
  const ids = groupOf(layerId);
  const isInside = ids.length > 1 && selectedIds().some((id) => ids.includes(id));
  if (ids.length < 2 || isInside) openLayer(layerId);
  else openLayers(ids);
}

/**
 * Selects layers together and goes to the editor, or stays on a screen that shows all scenes. A single layer's panel is
 * opened.
 */
export function openLayers(layerIds: readonly string[]): void {
  selectLayers(layerIds);
  const isEditor = !screenOf(place.screen)?.isAllScenes;
  if (isEditor && place.path !== homePath()) navigate(homePath());
}

/** Adds a layer and its group to the selection, or removes them from it. */
export function toggleLayer(layerId: string): void {
  const ids = groupOf(layerId);
  const before = selectedIds();
  const isOn = before.includes(layerId);
  openLayers(isOn ? before.filter((id) => !ids.includes(id)) : [...before, ...ids]);
}

/** The layers grouped with one, of its scene and the whole project. */
export function groupOf(layerId: string): string[] {
  const found = findLayer(studio.project, layerId);
  const sceneId = found && !isOverlay(found.scene) ? found.scene.id : studio.selectedSceneId;
  return groupedWith({ layers: layersIn(studio.project, sceneId) }, layerId);
}

/** Deselects the layer and goes to the editor, as Back does. */
export function leaveLayer(options: { replace?: boolean } = {}): void {
  selectLayer(null);
  navigate(EDITOR, options);
}

/** Goes from the screen of a layer to that of the selection, if the selection was changed elsewhere, as on the timeline. */
export function followSelection(): void {
  if (place.screen === 'layer' && place.layerId !== studio.selectedLayerId) navigate(homePath());
}

/** The path the editor returns to: the selected layer, or the root without one. */
export function homePath(): string {
  return studio.selectedLayerId === null ? EDITOR : layerPath(studio.selectedLayerId);
}

/**
 * Leaves a screen for a path: goes back if the screen was opened from there, else navigates to it.
 * @param opener the control that opened the screen. It gets the focus of keyboard users. After a click the canvas gets
 * the focus, so that the next key press does not open the screen again.
 */
export function leaveFor(path: string, opener?: FocusTarget): void {
  const isByKeys = isByKeyboard() && place.openedBy !== 'pointer';
  if (place.from === path) history.back();
  else navigate(path, { replace: true });
  if (opener === undefined) return;
  if (isByKeys) focusAt(path, opener);
  else focusOn('main');
}
