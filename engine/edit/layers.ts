import { isVideo, keyframesOf } from '../kinds/families.ts';
import { changesInTime, setsLength } from '../kinds/index.ts';
import { withAnimationsOf } from '../motion/layerAnimations.ts';
import { withKeyframes } from '../motion/withKeyframes.ts';
import type { MakeId } from '../project/id.ts';
import type { Layer, Position } from '../project/layers.ts';
import { DUPLICATE_OFFSET_PERCENT } from '../project/limits.ts';
import type { Project, Scene } from '../project/project.ts';
import { withAutoLoop } from './audioLoop.ts';
import { findLayer, withLayer, withScene } from './find.ts';
import { withoutGroup } from './group.ts';
import { withMovedKeyframes } from './movedKeyframes.ts';
import { type ChosenMedia, newMediaLayer } from './newLayers.ts';
import { movedPosition, shownPosition } from './percent.ts';
import { roomForLayers } from './room.ts';
import { newScene, pasteScene, settleEmptiedScene, settleReplacedScene } from './scenes.ts';
import { asMoving, withOutputKind } from './still.ts';

/**
 * Adds a layer at the front of a scene. A video or converted GIF ends a still; with a video that counts, the scene is
 * timed by it. Changes nothing where there is no room for it.
 */
export function addLayer(project: Project, sceneId: string, layer: Layer): Project {
  const added = withScene(project, sceneId, (scene) =>
    roomForLayers(project, scene) < 1
      ? scene
      : {
          ...scene,
          isImageVideo: setsLength(layer) ? false : scene.isImageVideo,
          layers: [layer, ...scene.layers],
        },
  );
  if (added === project) return project;
  return withAutoLoop(changesInTime(layer) ? asMoving(added) : added);
}

/**
 * Removes a layer. In a project of several scenes, a scene that is left without a video becomes an image scene of 1 s; a
 * lone scene in which nothing moves any more becomes a still.
 */
export function removeLayer(project: Project, layerId: string): Project {
  const found = findLayer(project, layerId);
  if (!found) return project;
  const removed = withScene(project, found.scene.id, (scene) =>
    settleEmptiedScene(project, withoutLayer(scene, layerId)),
  );
  return withAutoLoop(withOutputKind(project, removed));
}

/** Copies a layer to right in front of the original, 3 % to the right and down, with the id that is made and in no group. */
export function duplicateLayer(project: Project, layerId: string, makeId: MakeId): Project {
  const found = findLayer(project, layerId);
  if (!found || roomForLayers(project, found.scene) < 1) return project;
  const copy = offsetCopy(project, found.layer, makeId);
  return withScene(project, found.scene.id, (scene) => ({
    ...scene,
    layers: scene.layers.toSpliced(found.layerIndex, 0, copy),
  }));
}

/** Pastes a copied layer at the front of a scene, 3 % to the right and down, with the id that is made and in no group. */
export function pasteLayer(project: Project, sceneId: string, layer: Layer, makeId: MakeId): Project {
  return addLayer(project, sceneId, offsetCopy(project, layer, makeId));
}

/**
 * Puts a new file in a layer's place: the old layer goes, one of the file's own kind takes its position, rotation,
 * order, name, fields of a template, group, lock and time under the id that is made, and is hidden where it was. It comes,
 * moves and goes as it did.
 */
export function replaceLayer(project: Project, layerId: string, media: ChosenMedia, makeId: MakeId): Project {
  return replaceLayers(project, new Map([[layerId, media]]), makeId);
}

/** As replaceLayer, of many at once. @param media by the ids of the layers. */
export function replaceLayers(project: Project, media: ReadonlyMap<string, ChosenMedia>, makeId: MakeId): Project {
  const taken: Layer[] = [];
  const scenes = project.scenes.map((scene) => {
    const before = taken.length;
    const layers = scene.layers.map((layer) => {
      const file = media.get(layer.id);
      if (!file) return layer;
      const moving = withKeyframes(newMediaLayer(file, makeId), keyframesOf(layer));
      const position = shownPosition(project, layer);
      const standIn: Layer = { ...withAnimationsOf(moving, layer), ...placeOf(layer), position };
      taken.push(standIn);
      return standIn;
    });
    const own = taken.slice(before);
    if (own.length === 0) return scene;
    const isImageVideo = own.some(setsLength) ? false : scene.isImageVideo;
    return settleReplacedScene(project, scene, { ...scene, isImageVideo, layers });
  });
  if (taken.length === 0) return project;
  const replaced = { ...project, scenes };
  return withAutoLoop(taken.some(isVideo) ? asMoving(replaced) : withOutputKind(project, replaced));
}

/** Fields that a layer leaves to the one that takes its place. */
const PLACE = ['from', 'to', 'name', 'fieldNames', 'group', 'isLocked', 'isHidden'] as const;

function placeOf(layer: Layer): Partial<Pick<Layer, (typeof PLACE)[number]>> {
  return Object.fromEntries(PLACE.flatMap((field) => (layer[field] === undefined ? [] : [[field, layer[field]]])));
}

/**
 * Gives each of some layers of one scene a scene of its own: the first stays, the others follow it in their order,
 * on the same ground. Layers that are not there are passed by; none is lost where no scene has room any more.
 */
export function spreadLayers(project: Project, layerIds: readonly string[], makeId: MakeId): Project {
  const found = layerIds.flatMap((id) => findLayer(project, id) ?? []);
  const [first, ...rest] = found;
  if (!first) return project;
  return rest.reduceRight((grown, { layer }) => {
    const ground = { ...newScene(makeId), background: first.scene.background };
    const more = pasteScene(grown, ground, first.scene.id, makeId);
    const added = more.scenes[more.scenes.findIndex(({ id }) => id === first.scene.id) + 1];
    if (more === grown || !added) return grown;
    const left = withScene(more, first.scene.id, (scene) =>
      settleReplacedScene(more, scene, withoutLayer(scene, layer.id)),
    );
    return addLayer(left, added.id, layer);
  }, project);
}

function withoutLayer(scene: Scene, layerId: string): Scene {
  return { ...scene, layers: scene.layers.filter(({ id }) => id !== layerId) };
}

/** Moves a layer to another position, as a drag, a resize or a rotation ends with. */
export function setLayerPosition(project: Project, layerId: string, position: Position): Project {
  return withLayer(project, layerId, (layer) => (layer.isLocked ? layer : { ...layer, position }));
}

/**
 * Moves a layer by percent of the canvas, as the arrow keys do: 1 %, or 10 % with Shift. It stays between −20 % and
 * 120 % of the stage.
 */
export function nudgeLayer(project: Project, layerId: string, dx: number, dy: number): Project {
  return withLayer(project, layerId, (layer) => {
    if (layer.isLocked) return layer;
    const position = shownPosition(project, layer);
    const x = clampToStage(Number.parseFloat(position.x), dx);
    const y = clampToStage(Number.parseFloat(position.y), dy);
    return { ...layer, position: movedPosition(position, x, y) };
  });
}

function offsetCopy(project: Project, layer: Layer, makeId: MakeId): Layer {
  const position = shownPosition(project, layer);
  const by = DUPLICATE_OFFSET_PERCENT;
  return {
    ...withMovedKeyframes(withoutGroup(layer), by, by),
    id: makeId(),
    position: movedPosition(position, by, by),
  };
}

/** How far a move may go, percent of the stage; a layer that stands further out already may only come back. */
export function clampToStage(at: number, by: number): number {
  if (by > 0) return Math.max(0, Math.min(by, 120 - at));
  return Math.min(0, Math.max(by, -20 - at));
}
