import { proxy } from 'valtio/vanilla';
import { isCanvasUntouched, matchCanvas } from '../../../engine/edit/canvas.ts';
import { findLayer } from '../../../engine/edit/find.ts';
import { addLayer, replaceLayer, spreadLayers } from '../../../engine/edit/layers.ts';
import { moveLayerTime } from '../../../engine/edit/layerTime.ts';
import {
  apartFrom,
  type ChosenMedia,
  newMediaLayer,
  newPlaceholderLayer,
  newTextLayer,
} from '../../../engine/edit/newLayers.ts';
import { noRoomForLayers } from '../../../engine/edit/room.ts';
import { kindOf } from '../../../engine/kinds/index.ts';
import { newId } from '../../../engine/project/id.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { MIN_TRIM_SECONDS } from '../../../engine/project/limits.ts';
import { messages } from '../../../engine/project/messages.ts';
import type { Project } from '../../../engine/project/project.ts';
import { layerTime } from '../../../engine/timeline/durations.ts';
import { place } from '../../app/place.ts';
import { screenOf } from '../../app/screens.ts';
import { showError } from '../../client/page/notices.ts';
import { storeChoice, storedChoice } from '../../client/page/storedChoice.ts';
import { goTo, leaveLayer, openLayer, openLayers } from './go.ts';
import { bringIntoTime, change, selectedScene, selectLayer, studio } from './studio.ts';

/**
 * Adds a text layer at the front of the scene and selects it. Without `text`, starts text editing; else opens its
 * route.
 */
export function addText(text?: string): void {
  const layer = apartFrom(newTextLayer(newId), selectedScene().layers);
  addAndOpen(text === undefined ? layer : { ...layer, text });
  if (text === undefined) openTextEditor(layer.id);
}

/**
 * Starts editing a text whose route is open. Does nothing on screens that show all scenes, or if the layer was not
 * added.
 */
export function openTextEditor(layerId: string): void {
  if (place.layerId === layerId) goTo('text', { replace: true });
}

/** Adds a placeholder, selects it and opens its route. */
export function addPlaceholder(): void {
  addAndOpen(apartFrom(newPlaceholderLayer(newId), selectedScene().layers));
}

const STACKS = 'cutroom-stacks-files';

/** How several files are added at once. */
export const fileChoice = proxy({ stacks: storedChoice(STACKS) === 'yes' });

/** Sets whether several files are added on top of each other in one scene, instead of one scene each. */
export function setStacks(stacks: boolean): void {
  fileChoice.stacks = stacks;
  storeChoice(STACKS, stacks ? 'yes' : 'no');
}

/**
 * Adds media to the project; with `replace`, the first one replaces that layer. Without media, shows the editor again.
 */
export function landMedia(media: readonly ChosenMedia[], replace: string | undefined): void {
  const [first, ...rest] = media;
  if (first && replace !== undefined) {
    replaceWith(replace, first);
    if (rest.length > 0) addMedia(rest, { open: false });
  } else if (first) addMedia(media);
  else goTo('');
}

/**
 * Adds measured files in one undo step. Several videos and images follow each other, from the selected scene on,
 * unless the person chose to stack them: then the first is at the front, and is selected as a single file is. A canvas that has not been
 * changed takes the size of the first file.
 * @param options.open whether the first layer's route is opened too; default: true.
 * @param options.from where a single file begins, in seconds of the scene; default: 0. A layer that would last for less
 * than 1 s of the scene begins with it.
 */
export function addMedia(media: readonly ChosenMedia[], { open = true, from = 0 } = {}): void {
  const layers = media.map((one) => newMediaLayer(one, newId));
  const sceneId = selectedScene().id;
  const [first] = layers;
  const seen = layers.filter((layer) => kindOf(layer).isSeen).map(({ id }) => id);
  const isSpread = !fileChoice.stacks && seen.length > 1;
  change((project) => {
    const shaped = media[0] && isCanvasUntouched(project) ? matchCanvas(project, media[0]) : project;
    const grown = layers.reduceRight((now, layer) => addLayer(now, sceneId, layer), shaped);
    if (isSpread) return spreadLayers(grown, seen, newId);
    return first && media.length === 1 ? beginAt(grown, first.id, from) : grown;
  });
  studio.showCanvas = true;
  if (isSpread) leaveLayer();
  else if (first && open) openAdded([first.id]);
}

/** Moves a layer to where it begins, unless too little of it would be left in its scene. @param from seconds of it. */
function beginAt(project: Project, layerId: string, from: number): Project {
  const moved = from > 0 ? moveLayerTime(project, layerId, from) : project;
  const found = findLayer(moved, layerId);
  if (!found) return project;
  const time = layerTime(moved, found);
  return time.to - time.from < MIN_TRIM_SECONDS ? project : moved;
}

/** Replaces a layer with a file, selects the new layer and opens its route. */
export function replaceWith(layerId: string, media: ChosenMedia): void {
  // The layer may have been removed while the file was being probed.
  if (!findLayer(studio.project, layerId)) {
    showError(messages.replaceNothing);
    return;
  }
  const id = newId();
  change((project) => replaceLayer(project, layerId, media, () => id));
  openLayer(id);
}

/** Adds a layer at the front of the scene, selects it and opens its route. */
export function addAndOpen(layer: Layer): void {
  change((project) => addLayer(project, selectedScene().id, layer));
  studio.showCanvas = true;
  openAdded([layer.id]);
}

/**
 * Opens the route of a layer that was just added, or selects several. Screens that show all scenes stay open. Shows an
 * error if the layers were not added because the scene is full.
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
