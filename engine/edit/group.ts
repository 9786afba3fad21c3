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

/** Takes layers, and all of their scenes that are grouped with them, out of their groups. */
export function ungroupLayers(project: Project, layerIds: readonly string[]): Project {
  const chosen = new Set(layerIds);
  const ids = project.scenes.flatMap((scene) =>
    scene.layers.flatMap(({ id }) => (chosen.has(id) ? groupedWith(scene, id) : [])),
  );
  return withLayers(project, ids, withoutGroup);
}

/**
 * Copies of layers in groups of their own, never in those of their originals: those that were together are so again, one
 * that was copied without its group stands alone.
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

/** A layer that stands alone. */
export function withoutGroup(layer: Layer): Layer {
  const { group, ...alone } = layer;
  return group === undefined ? layer : (alone as Layer);
}
