import type { MakeId } from '../project/id.ts';
import type { Layer } from '../project/layers.ts';
import type { Project } from '../project/project.ts';
import { toMicroseconds } from '../project/toMicroseconds.ts';
import { sceneDuration } from '../timeline/durations.ts';
import { findLayer, findScene, layersOf, withLayers } from './find.ts';
import { withOwnGroups } from './group.ts';
import { duplicateLayer, pasteLayer, removeLayer } from './layers.ts';
import { roomForLayers } from './room.ts';

/** Removes layers; see removeLayer. */
export function removeLayers(project: Project, layerIds: readonly string[]): Project {
  return layerIds.reduce(removeLayer, project);
}

/**
 * Duplicates layers of one scene, each directly in front of its original, 3 % to the right and down; copies of a group
 * form a new group. Does nothing if the scene has no room for all.
 * @param copies the id of each copy by the id of its original.
 */
export function duplicateLayers(project: Project, copies: ReadonlyMap<string, string>, makeGroup: MakeId): Project {
  const [first] = copies.keys();
  const scene = first === undefined ? undefined : findLayer(project, first)?.scene;
  if (!scene || roomForLayers(project, scene) < copies.size) return project;
  const copied = [...copies].reduce((now, [id, copy]) => duplicateLayer(now, id, () => copy), project);
  const originals = scene.layers.flatMap((layer) => {
    const copy = copies.get(layer.id);
    return copy === undefined ? [] : [[copy, layer] as const];
  });
  return regrouped(copied, new Map(originals), makeGroup);
}

/**
 * Pastes layers at the front of a scene, 3 % to the right and down, in their order; grouped ones are grouped again. If
 * one would begin after the end of the scene, all move earlier, so that the first begins with the scene. Does nothing
 * if the scene has no room for all.
 * @param ids new ids, in the same order.
 */
export function pasteLayers(
  project: Project,
  sceneId: string,
  layers: readonly Layer[],
  ids: readonly string[],
  makeGroup: MakeId,
): Project {
  const scene = findScene(project, sceneId);
  if (!scene || roomForLayers(project, scene) < layers.length) return project;
  const paste = (earlier: number) =>
    layers.reduceRight(
      (now, layer, i) => pasteLayer(now, sceneId, begun(layer, earlier), () => ids[i] as string),
      project,
    );
  const asCopied = paste(0);
  const first = Math.min(...layers.map(({ from = 0 }) => from));
  const pasted = first > 0 && hasLate(asCopied, ids) ? paste(first) : asCopied;
  const originals = layers.map((layer, i) => [ids[i] as string, layer] as const);
  return regrouped(pasted, new Map(originals), makeGroup);
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

/** Regroups copies. @param originals by the ids of their copies. */
function regrouped(project: Project, originals: ReadonlyMap<string, Layer>, makeGroup: MakeId): Project {
  const copies = layersOf(project, [...originals.keys()]).map((copy): Layer => {
    const group = originals.get(copy.id)?.group;
    return group === undefined ? copy : { ...copy, group };
  });
  const grouped = new Map(withOwnGroups(copies, makeGroup).map((copy) => [copy.id, copy]));
  return withLayers(project, [...grouped.keys()], (layer) => grouped.get(layer.id) ?? layer);
}
