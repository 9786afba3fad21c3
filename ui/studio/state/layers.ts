import { useSnapshot } from 'valtio';
import { findLayer, layersOf } from '../../../engine/edit/find.ts';
import { withLinked } from '../../../engine/edit/link.ts';
import { duplicateLayers, removeLayers } from '../../../engine/edit/severalLayers.ts';
import { type LayerFields, setLayerFields } from '../../../engine/edit/style.ts';
import { newId } from '../../../engine/project/id.ts';
import type { Layer, LayerOf, LayerType } from '../../../engine/project/layers.ts';
import type { Project } from '../../../engine/project/project.ts';
import { place } from '../../app/place.ts';
import { screenOf } from '../../app/screens.ts';
import { openAdded } from './addLayers.ts';
import { leaveLayer } from './go.ts';
import { change, selectLayer, studio } from './studio.ts';

/**
 * Duplicates layers, and those linked with them, with an offset of 3 % to the right and down. Selects the copies, and
 * opens the route of a single one.
 */
export function duplicate(layerIds: readonly string[]): void {
  const copies = new Map(withLinked(studio.project, layerIds).map((id) => [id, newId()]));
  change((project) => duplicateLayers(project, copies, newId));
  openAdded(layerIds.flatMap((id) => copies.get(id) ?? []));
}

/** Removes layers and goes back to the editor. Screens that show all scenes, such as the timeline, stay open. */
export function remove(layerIds: readonly string[]): void {
  change((project) => removeLayers(project, layerIds));
  leaveRemoved();
}

/** Deselects removed layers and goes back to the editor, unless the screen shows all scenes. */
export function leaveRemoved(): void {
  if (screenOf(place.screen)?.isAllScenes) selectLayer(null);
  else leaveLayer();
}

/** The selected layer, or the first of several, if it passes the type guard; any layer without a guard. */
export function useLayer<L extends Layer = Layer>(isSuch?: (layer: Layer) => layer is L): L | undefined {
  const { project, selectedLayerId, severalIds } = useSnapshot(studio);
  const id = selectedLayerId ?? severalIds[0];
  const found = id === undefined ? undefined : findLayer(project, id)?.layer;
  return found && (!isSuch || isSuch(found)) ? (found as L) : undefined;
}

/** Returns a function that tells whether the layers selected together differ in a field. */
export function useMixed(): (field: string) => boolean {
  const { project, severalIds } = useSnapshot(studio) as { project: Project; severalIds: readonly string[] };
  const [first, ...others] = layersOf(project, severalIds) as { [field: string]: unknown }[];
  return (field) => others.some((layer) => layer[field] !== first?.[field]);
}

/**
 * Sets fields of a layer, and of the layers that are selected with it and have them. Consecutive changes of the same
 * fields are one undo step until it is closed.
 * @param isWhole whether this is its own undo step, as for a button.
 */
export function setFields<T extends LayerType>(layer: LayerOf<T>, fields: LayerFields[T], isWhole = false): void {
  const name = isWhole ? undefined : `${layer.id} ${Object.keys(fields).join(' ')}`;
  changeSelected(layer, (project, { id, type }) => setLayerFields(project, id, type as T, fields), name);
}

/**
 * Changes a layer, and the layers that are selected with it.
 * @param step see change.
 */
export function changeSelected({ id }: Layer, edit: (project: Project, layer: Layer) => Project, step?: string): void {
  change((project) => selectedWith(project, id).reduce(edit, project), step);
}

/** A layer, followed by the layers that are selected with it and not locked. */
export function selectedWith(project: Project, layerId: string): Layer[] {
  const others = studio.severalIds.includes(layerId) ? studio.severalIds.filter((id) => id !== layerId) : [];
  return [...layersOf(project, [layerId]), ...layersOf(project, others).filter(({ isLocked }) => !isLocked)];
}
