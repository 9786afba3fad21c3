import type { MakeId } from '../project/id.ts';
import type { Layer } from '../project/layers.ts';
import { MAX_LAYERS_PER_SCENE } from '../project/limits.ts';
import type { Project } from '../project/project.ts';
import { findLayer, withLayers } from './find.ts';
import { unitsOf } from './group.ts';
import { duplicateLayer, pasteLayer, removeLayer } from './layers.ts';

/** Removes layers, each as removeLayer does. */
export function removeLayers(project: Project, layerIds: readonly string[]): Project {
  return layerIds.reduce(removeLayer, project);
}

/**
 * Copies layers of one scene, each to right in front of its original, 3 % to the right and down; what was grouped is
 * grouped again, apart from the originals. Nothing where the scene has no room for all.
 * @param copies the id of each copy by that of its original.
 */
export function duplicateLayers(project: Project, copies: ReadonlyMap<string, string>, makeGroup: MakeId): Project {
  const [first] = copies.keys();
  const scene = first === undefined ? undefined : findLayer(project, first)?.scene;
  if (!scene || scene.layers.length + copies.size > MAX_LAYERS_PER_SCENE) return project;
  const copied = [...copies].reduce((now, [id, copy]) => duplicateLayer(now, id, () => copy), project);
  return regrouped(copied, [...copies.values()], makeGroup);
}

/**
 * Pastes layers at the front of a scene, 3 % to the right and down, in the order they have to each other; what was
 * grouped is grouped again. Nothing where the scene has no room for all.
 * @param ids the id that each gets, in the same order.
 */
export function pasteLayers(
  project: Project,
  sceneId: string,
  layers: readonly Layer[],
  ids: readonly string[],
  makeGroup: MakeId,
): Project {
  const scene = project.scenes.find(({ id }) => id === sceneId);
  if (!scene || scene.layers.length + layers.length > MAX_LAYERS_PER_SCENE) return project;
  const pasted = layers.reduceRight(
    (now, layer, i) => pasteLayer(now, sceneId, layer, () => ids[i] as string),
    project,
  );
  return layers.length > 1 ? regrouped(pasted, ids, makeGroup) : pasted;
}

/** Gives the groups of copies new ids, so that they are not one with their originals. */
function regrouped(project: Project, ids: readonly string[], makeGroup: MakeId): Project {
  const copies = new Set(ids);
  const groups = new Map<string, string>();
  for (const { layers } of project.scenes) {
    for (const [first, second] of unitsOf(layers.filter(({ id }) => copies.has(id)))) {
      if (first?.group !== undefined && second) groups.set(first.group, makeGroup());
    }
  }
  return withLayers(project, ids, (layer) => {
    const group = layer.group === undefined ? undefined : groups.get(layer.group);
    return group === undefined ? layer : { ...layer, group };
  });
}
