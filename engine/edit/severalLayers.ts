import { OVERLAY_ID } from '../project/allLayers.ts';
import type { MakeId } from '../project/id.ts';
import type { Layer, ProjectLayer } from '../project/layers.ts';
import type { Project, Scene } from '../project/project.ts';
import { toMicroseconds } from '../project/roundTime.ts';
import { layerTime, sceneDuration, sceneStart } from '../timeline/durations.ts';
import { overlayOf, shifted } from '../timeline/overlay.ts';
import { findLayer, layersOf, scenesAndOverlay, withLayers } from './find.ts';
import { withOwnGroups } from './group.ts';
import { duplicateLayer, pasteLayer, removeLayer } from './layers.ts';
import { withOwnLinks, withUnlockedLinked } from './link.ts';
import { roomForLayers, roomInProject } from './room.ts';

/** Removes layers and those linked with them, unless these are locked; see removeLayer. */
export function removeLayers(project: Project, layerIds: readonly string[]): Project {
  return withUnlockedLinked(project, layerIds).reduce(removeLayer, project);
}

/**
 * Duplicates layers of a scene and of the whole project, each directly in front of its original, 3 % to the right and
 * down; copies of a group form a new group, and those of linked layers are linked. Does nothing without room for all.
 * @param copies the id of each copy by the id of its original. @param makeId creates the ids of groups, then of links.
 */
export function duplicateLayers(project: Project, copies: ReadonlyMap<string, string>, makeId: MakeId): Project {
  const scenes = scenesAndOverlay(project).map((scene) => ({
    scene,
    count: scene.layers.filter(({ id }) => copies.has(id)).length,
  }));
  const hasRoom = scenes.every(({ scene, count }) => roomForLayers(project, scene) >= count);
  if (!hasRoom || roomInProject(project) < copies.size) return project;
  const originals = layersOf(project, [...copies.keys()]);
  const copied = originals.reduce((now, { id }) => duplicateLayer(now, id, () => copies.get(id) as string), project);
  return withOwnBonds(copied, new Map(originals.map((layer) => [copies.get(layer.id) as string, layer])), makeId);
}

/** Copied layers, as on a clipboard. */
export interface CopiedLayers {
  /** Layers of a scene, front to back, in seconds of that scene. */
  layers: readonly Layer[];
  /** Layers of the whole project, front to back, as they are in the project. */
  projectLayers: readonly ProjectLayer[];
}

/**
 * Pastes layers at the front of a scene, 3 % to the right and down, in their order; grouped ones are grouped again, and
 * linked ones linked. If one would begin after the end of the scene, all move earlier, so that the first begins with it.
 *
 * Layers of the whole project are pasted as such. A layer that is linked with a pasted layer of a scene, or follows a scene
 * that the project does not have, follows the scene. Does nothing without room for all.
 * @param ids new ids, first of the layers of a scene. @param makeId creates the ids of groups, then of links.
 * @param isForProject pastes layers of a scene as layers of the whole project, which follow the scene; default: false.
 */
export function pasteLayers(
  project: Project,
  sceneId: string,
  { layers, projectLayers }: CopiedLayers,
  ids: readonly string[],
  makeId: MakeId,
  isForProject = false,
): Project {
  const scene = project.scenes.find(({ id }) => id === sceneId);
  if (!scene) return project;
  const own = isForProject ? [] : layers;
  const raised = isForProject ? layers.map((layer) => asProjectLayer(project, scene, layer)) : [];
  const links = new Set(layers.flatMap(({ link }) => link ?? []));
  const anchors = new Set(project.scenes.map(({ id }) => id));
  const follow = (layer: ProjectLayer): ProjectLayer => {
    const { anchor, link } = layer;
    const stays = anchor === undefined || (anchors.has(anchor) && !links.has(link ?? ''));
    return stays ? layer : { ...layer, anchor: sceneId };
  };
  const overlaid = [...raised, ...projectLayers.map(follow)];
  const hasRoom =
    roomForLayers(project, scene) >= own.length && roomForLayers(project, overlayOf(project)) >= overlaid.length;
  if (!hasRoom || roomInProject(project) < ids.length) return project;
  const inScene = pasteInto(project, sceneId, own, ids.slice(0, own.length));
  const timed = overlaid.map((layer) => shifted(layer, sceneStart(inScene, layer.anchor ?? OVERLAY_ID)));
  const pasted = pasteInto(inScene, OVERLAY_ID, timed, ids.slice(own.length));
  const originals = [...layers, ...projectLayers].map((layer, i) => [ids[i] as string, layer] as const);
  return withOwnBonds(pasted, new Map(originals), makeId);
}

/** Returns a layer of a scene as one of the whole project that follows the scene and ends with it. */
function asProjectLayer(project: Project, scene: Scene, layer: Layer): ProjectLayer {
  const { to } = layerTime(project, { scene, layer });
  return { ...layer, anchor: scene.id, ...(to > (layer.from ?? 0) ? { to: layer.to ?? toMicroseconds(to) } : {}) };
}

function pasteInto(project: Project, sceneId: string, layers: readonly Layer[], ids: readonly string[]): Project {
  if (layers.length === 0) return project;
  const paste = (earlier: number) =>
    layers.reduceRight(
      (now, layer, i) => pasteLayer(now, sceneId, begun(layer, earlier), () => ids[i] as string),
      project,
    );
  const asCopied = paste(0);
  const first = Math.min(...layers.map(({ from = 0 }) => from));
  return first > 0 && hasLate(asCopied, ids) ? paste(first) : asCopied;
}

/** Returns whether a layer begins at or after the end of its scene and would never be visible. */
function hasLate(project: Project, ids: readonly string[]): boolean {
  return ids.some((id) => {
    const found = findLayer(project, id);
    return found !== undefined && (found.layer.from ?? 0) >= sceneDuration(project, found.scene);
  });
}

function begun(layer: Layer, earlier: number): Layer {
  if (earlier === 0) return layer;
  const { from = 0, to, ...rest } = layer;
  const moved = (seconds: number) => toMicroseconds(seconds - earlier);
  return { ...rest, from: moved(from), ...(to === undefined ? {} : { to: moved(to) }) } as Layer;
}

/** Groups and links copies as their originals are. @param originals by the ids of their copies. */
function withOwnBonds(project: Project, originals: ReadonlyMap<string, Layer>, makeId: MakeId): Project {
  const copies = layersOf(project, [...originals.keys()]).map((copy): Layer => {
    const { group, link } = originals.get(copy.id) ?? {};
    return { ...copy, ...(group === undefined ? {} : { group }), ...(link === undefined ? {} : { link }) };
  });
  const bound = withOwnLinks(withOwnGroups(copies, makeId), makeId);
  const byId = new Map(bound.map((copy) => [copy.id, copy]));
  return withLayers(project, [...byId.keys()], (layer) => byId.get(layer.id) ?? layer);
}
