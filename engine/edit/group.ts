import type { MakeId } from '../project/id.ts';
import type { Layer } from '../project/layers.ts';
import type { Project, Scene } from '../project/project.ts';
import { layersOf, scenesAndOverlay, withLayers } from './find.ts';

/** Returns the ids of all layers grouped with one, front to back; only its own without a group. */
export function groupedWith({ layers }: Pick<Scene, 'layers'>, layerId: string): string[] {
  const group = layers.find(({ id }) => id === layerId)?.group;
  return group === undefined ? [layerId] : layers.filter((layer) => layer.group === group).map(({ id }) => id);
}

/** Returns layers as units: those of a group together, any other alone. */
export function unitsOf(layers: readonly Layer[]): Layer[][] {
  const units = new Map<string, Layer[]>();
  for (const layer of layers) {
    const key = layer.group === undefined ? `layer ${layer.id}` : `group ${layer.group}`;
    units.set(key, [...(units.get(key) ?? []), layer]);
  }
  return [...units.values()];
}

/** Whether layers can be grouped: at least two that are not a group yet, of one scene or the whole project. */
export function canGroup(project: Project, layerIds: readonly string[]): boolean {
  const ids = new Set(layerIds);
  const scenes = project.scenes.filter(({ layers }) => layers.some(({ id }) => ids.has(id)));
  return scenes.length < 2 && unitsOf(layersOf(project, layerIds)).length > 1;
}

/** Groups layers, which leave their previous groups. Does nothing where `canGroup` is false. */
export function groupLayers(project: Project, layerIds: readonly string[], makeId: MakeId): Project {
  if (!canGroup(project, layerIds)) return project;
  const group = makeId();
  return withLayers(project, layerIds, (layer) => ({ ...layer, group }));
}

/** Ungroups layers, together with all layers of their groups. */
export function ungroupLayers(project: Project, layerIds: readonly string[]): Project {
  const chosen = new Set(layerIds);
  const ids = scenesAndOverlay(project).flatMap((scene) =>
    scene.layers.flatMap(({ id }) => (chosen.has(id) ? groupedWith(scene, id) : [])),
  );
  return withLayers(project, ids, withoutGroup);
}

/**
 * Gives copied layers new groups: copies of one group are grouped again; one copied without its group is not grouped.
 * @param copies layers of one scene, with the groups of their originals.
 */
export function withOwnGroups(copies: readonly Layer[], makeGroup: MakeId): Layer[] {
  const groups = new Map<string, string>();
  for (const [first, second] of unitsOf(copies)) {
    if (first?.group !== undefined && second) groups.set(first.group, makeGroup());
  }
  return copies.map((layer) => {
    const group = groups.get(layer.group ?? '');
    return group === undefined ? withoutGroup(layer) : { ...layer, group };
  });
}

/** Returns a layer without its group. */
export function withoutGroup(layer: Layer): Layer {
  const { group, ...alone } = layer;
  return group === undefined ? layer : (alone as Layer);
}
