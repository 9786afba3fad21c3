import type { MakeId } from '../project/id.ts';
import type { Layer } from '../project/layers.ts';
import type { Project, Scene } from '../project/project.ts';
import { layersOf, withLayers } from './find.ts';

/** The ids of all layers that are selected and moved together with one, front to back; only its own without a group. */
export function groupedWith({ layers }: Scene, layerId: string): string[] {
  const group = layers.find(({ id }) => id === layerId)?.group;
  return group === undefined ? [layerId] : layers.filter((layer) => layer.group === group).map(({ id }) => id);
}

/** Layers as they are arranged: those of a group together, any other alone. */
export function unitsOf(layers: readonly Layer[]): Layer[][] {
  const units = new Map<string, Layer[]>();
  for (const layer of layers) {
    const key = layer.group === undefined ? `layer ${layer.id}` : `group ${layer.group}`;
    units.set(key, [...(units.get(key) ?? []), layer]);
  }
  return [...units.values()];
}

/** Makes a group of layers, which leave the groups that they were in. Nothing for fewer than two. */
export function groupLayers(project: Project, layerIds: readonly string[], makeId: MakeId): Project {
  if (layersOf(project, layerIds).length < 2) return project;
  const group = makeId();
  return withLayers(project, layerIds, (layer) => ({ ...layer, group }));
}

/** Takes layers, and all that are grouped with them, out of their groups. */
export function ungroupLayers(project: Project, layerIds: readonly string[]): Project {
  const groups = new Set(layersOf(project, layerIds).map(({ group }) => group));
  const ids = project.scenes.flatMap(({ layers }) =>
    layers.filter(({ group }) => groups.has(group)).map(({ id }) => id),
  );
  return withLayers(project, ids, (layer) => {
    const { group, ...rest } = layer;
    return group === undefined ? layer : rest;
  });
}
