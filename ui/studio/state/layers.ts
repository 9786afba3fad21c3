import { isCanvasUntouched, matchCanvas } from '../../../engine/edit/canvas.ts';
import { findLayer } from '../../../engine/edit/find.ts';
import { addLayer, replaceLayer, spreadLayers } from '../../../engine/edit/layers.ts';
import {
  apartFrom,
  type ChosenMedia,
  newMediaLayer,
  newPlaceholderLayer,
  newTextLayer,
} from '../../../engine/edit/newLayers.ts';
import { noRoomForLayers } from '../../../engine/edit/room.ts';
import { duplicateLayers, removeLayers } from '../../../engine/edit/severalLayers.ts';
import { newId } from '../../../engine/project/id.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { messages } from '../../../engine/project/messages.ts';
import type { Project } from '../../../engine/project/project.ts';
import { showError, showNote } from '../../state/notices.ts';
import { place } from '../../state/place.ts';
import { screenOf } from '../screens.ts';
import { goTo, leaveLayer, openLayer, openLayers } from './go.ts';
import { bringIntoTime, change, selectedScene, selectLayer, studio } from './studio.ts';

/** Adds a text at the front of the scene and selects it. Without words it is there to be written, else its route is opened. */
export function addText(text?: string): void {
  const layer = apartFrom(newTextLayer(newId), selectedScene().layers);
  addAndOpen(text === undefined ? layer : { ...layer, text });
  if (text === undefined) write(layer.id);
}

/** Begins to write a text whose route is open; nothing on a screen of all scenes, or where it found no room. */
export function write(layerId: string): void {
  if (place.layerId === layerId) goTo('text', { replace: true });
}

/** Adds a placeholder, selects it and opens its route. */
export function addPlaceholder(): void {
  addAndOpen(apartFrom(newPlaceholderLayer(newId), selectedScene().layers));
}

/**
 * Adds files that were measured, the first at the front, as one step; selects the first. A canvas that nobody has
 * touched takes the shape of the first. Several lie upon each other, so a scene for each is offered.
 * @param open whether its route is opened too.
 */
export function addMedia(media: readonly ChosenMedia[], open = true): void {
  const layers = media.map((one) => newMediaLayer(one, newId));
  const sceneId = selectedScene().id;
  const [first] = layers;
  const shaped = (project: Project) =>
    media[0] && isCanvasUntouched(project) ? matchCanvas(project, media[0]) : project;
  change((project) => layers.reduceRight((grown, layer) => addLayer(grown, sceneId, layer), shaped(project)));
  studio.showCanvas = true;
  if (first && open) openAdded([first.id]);
  if (layers.length > 1) offerScenes(layers.map(({ id }) => id));
}

function offerScenes(layerIds: readonly string[]): void {
  const run = () => {
    change((project) => spreadLayers(project, layerIds, newId));
    leaveLayer();
  };
  showNote(`All ${layerIds.length} files are in this scene.`, { action: { label: 'One scene each', run } });
}

/** Puts a file in the place of a layer, selects the new layer and opens its route. */
export function replaceWith(layerId: string, media: ChosenMedia): void {
  // It may have been removed while the file was looked at.
  if (!findLayer(studio.project, layerId)) {
    showError(messages.replaceNothing);
    return;
  }
  const id = newId();
  change((project) => replaceLayer(project, layerId, media, () => id));
  openLayer(id);
}

/** Copies layers of a scene 3 % to the right and down, and selects the copies; of one, opens its route. */
export function duplicate(layerIds: readonly string[]): void {
  const copies = new Map(layerIds.map((id) => [id, newId()]));
  change((project) => duplicateLayers(project, copies, newId));
  openAdded([...copies.values()]);
}

/** Removes layers and goes back to the editor; on a screen of all scenes, as the timeline, one stays there. */
export function remove(layerIds: readonly string[]): void {
  change((project) => removeLayers(project, layerIds));
  leaveRemoved();
}

/** Lets go of layers that were removed, and goes back to the editor unless the screen is one of all scenes. */
export function leaveRemoved(): void {
  if (screenOf(place.screen)?.isAllScenes) selectLayer(null);
  else leaveLayer();
}

/** Adds a layer at the front of the scene, selects it and opens its route. */
export function addAndOpen(layer: Layer): void {
  change((project) => addLayer(project, selectedScene().id, layer));
  studio.showCanvas = true;
  openAdded([layer.id]);
}

/**
 * Opens the route of a layer that was just added, or selects several; on a screen of all scenes they are only selected.
 * Says so when the scene was full and they were not.
 */
export function openAdded(layerIds: readonly string[]): void {
  const [first] = layerIds;
  if (first === undefined || !findLayer(studio.project, first)) {
    showError(noRoomForLayers(studio.project));
  } else if (layerIds.length > 1) openLayers(layerIds);
  else if (screenOf(place.screen)?.isAllScenes) {
    selectLayer(first);
    bringIntoTime(first);
  } else openLayer(first);
}
