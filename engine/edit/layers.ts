import { isVideo, keyframesOf } from '../kinds/families.ts';
import { changesInTime, setsLength } from '../kinds/index.ts';
import { withAnimationsOf } from '../motion/layerAnimations.ts';
import { withKeyframes } from '../motion/withKeyframes.ts';
import type { MakeId } from '../project/id.ts';
import type { Layer, Position, ProjectLayer } from '../project/layers.ts';
import { DUPLICATE_OFFSET_PERCENT } from '../project/limits.ts';
import type { Project, Scene } from '../project/project.ts';
import { withAutoLoop } from './audioLoop.ts';
import { findLayer, mapScenes, withLayer, withScene } from './find.ts';
import { withoutGroup } from './group.ts';
import { withoutLink, withoutLoneLinks } from './link.ts';
import { withMovedKeyframes } from './movedKeyframes.ts';
import { type ChosenMedia, newMediaLayer } from './newLayers.ts';
import { movedPosition, shownPosition } from './percent.ts';
import { roomForLayers } from './room.ts';
import { newScene, pasteScene, settleEmptiedScene, settleReplacedScene } from './scenes.ts';
import { withOutputKind, withVideoOutput } from './still.ts';

/**
 * Adds a layer at the front of a scene. A video or converted GIF turns a still into a video; a video that counts sets
 * the scene's length. Does nothing if the scene is full.
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
  return withAutoLoop(changesInTime(layer) ? withVideoOutput(added) : added);
}

/**
 * Removes a layer. A layer that was linked only with it is no longer linked. If the project has several scenes, a scene left without video becomes an image scene of 1 s; a
 * single scene left without motion becomes a still.
 */
export function removeLayer(project: Project, layerId: string): Project {
  const found = findLayer(project, layerId);
  if (!found) return project;
  const removed = withScene(project, found.scene.id, (scene) =>
    settleEmptiedScene(project, withoutLayer(scene, layerId)),
  );
  const settled = withAutoLoop(withOutputKind(project, removed));
  return found.layer.link === undefined ? settled : withoutLoneLinks(settled);
}

/**
 * Duplicates a layer directly in front of the original, 3 % to the right and down, with a new id, without group and
 * link.
 */
export function duplicateLayer(project: Project, layerId: string, makeId: MakeId): Project {
  const found = findLayer(project, layerId);
  if (!found || roomForLayers(project, found.scene) < 1) return project;
  const copy = offsetCopy(project, found.layer, makeId);
  return withScene(project, found.scene.id, (scene) => ({
    ...scene,
    layers: scene.layers.toSpliced(found.layerIndex, 0, copy),
  }));
}

/** Pastes a copied layer at the front of a scene, 3 % to the right and down, with a new id, without group and link. */
export function pasteLayer(project: Project, sceneId: string, layer: Layer, makeId: MakeId): Project {
  return addLayer(project, sceneId, offsetCopy(project, layer, makeId));
}

/**
 * Replaces the file of a layer: a new layer of the file's kind takes over position, rotation, order, name, template
 * fields, group, link, lock, visibility, time, animations and keyframes.
 */
export function replaceLayer(project: Project, layerId: string, media: ChosenMedia, makeId: MakeId): Project {
  return replaceLayers(project, new Map([[layerId, media]]), makeId);
}

/** Replaces the files of several layers; see replaceLayer. @param media by layer id. */
export function replaceLayers(project: Project, media: ReadonlyMap<string, ChosenMedia>, makeId: MakeId): Project {
  return withStandIns(project, (layer) => {
    const file = media.get(layer.id);
    if (!file) return layer;
    const moving = withKeyframes(newMediaLayer(file, makeId), keyframesOf(layer));
    return { ...withAnimationsOf(moving, layer), ...placeOf(layer), position: shownPosition(project, layer) };
  });
}

/**
 * Puts layers with other media in place of layers. The lengths of scenes and the kind of output follow.
 * @param standIn returns the layer itself to keep it.
 */
export function withStandIns(project: Project, standIn: (layer: Layer) => Layer): Project {
  const taken: Layer[] = [];
  const replaced = mapScenes(project, (scene) => {
    const before = taken.length;
    const layers = scene.layers.map((layer) => {
      const other = standIn(layer);
      if (other !== layer) taken.push(other);
      return other;
    });
    const own = taken.slice(before);
    if (own.length === 0) return scene;
    const isImageVideo = own.some(setsLength) ? false : scene.isImageVideo;
    return settleReplacedScene(project, scene, { ...scene, isImageVideo, layers });
  });
  if (taken.length === 0) return project;
  return withAutoLoop(taken.some(isVideo) ? withVideoOutput(replaced) : withOutputKind(project, replaced));
}

/** Fields that a replacement takes over. */
const PLACE = ['from', 'to', 'lane', 'anchor', 'name', 'fieldNames', 'group', 'link', 'isLocked', 'isHidden'] as const;

function placeOf(layer: ProjectLayer): Partial<Pick<ProjectLayer, (typeof PLACE)[number]>> {
  return Object.fromEntries(PLACE.flatMap((field) => (layer[field] === undefined ? [] : [[field, layer[field]]])));
}

/**
 * Moves each of several layers of one scene to its own scene: the first stays, the others follow in order, on the same
 * background color. Skips unknown ids; layers stay if no scene can be added.
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

/** Sets a layer's position, such as after a drag, a resize or a rotation. */
export function setLayerPosition(project: Project, layerId: string, position: Position): Project {
  return withLayer(project, layerId, (layer) => (layer.isLocked ? layer : { ...layer, position }));
}

/**
 * Moves a layer by percent of the canvas, as the arrow keys do: 1 %, or 10 % with Shift. Limited to −20 % and 120 % of
 * the stage.
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
    ...withMovedKeyframes(withoutLink(withoutGroup(layer)), by, by),
    id: makeId(),
    position: movedPosition(position, by, by),
  };
}

/** Returns how far a move may go, in percent of the stage; a layer beyond the limits can only move back. */
export function clampToStage(at: number, by: number): number {
  if (by > 0) return Math.max(0, Math.min(by, 120 - at));
  return Math.min(0, Math.max(by, -20 - at));
}
