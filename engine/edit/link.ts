import { allLayers, mapLayers } from '../project/allLayers.ts';
import type { MakeId } from '../project/id.ts';
import type { Layer } from '../project/layers.ts';
import type { Project } from '../project/project.ts';
import { layersOf } from './find.ts';

/**
 * Linked layers, such as a video and its detached audio, have the same `link`. They are moved, split and removed
 * together, wherever they are: in a scene or in the whole project. Their ends are trimmed separately.
 */

/** Returns the ids of all layers linked with one, itself included; only its own without a link. */
export function linkedWith(project: Project, layerId: string): string[] {
  return withLinked(project, [layerId]);
}

/** Returns the ids of some layers, then those of the layers that are linked with them. */
export function withLinked(project: Project, layerIds: readonly string[]): string[] {
  const ids = new Set(layerIds);
  const all = allLayers(project);
  const links = new Set(all.flatMap(({ id, link }) => (link !== undefined && ids.has(id) ? [link] : [])));
  if (links.size === 0) return [...layerIds];
  const linked = all.filter(({ id, link }) => link !== undefined && links.has(link) && !ids.has(id));
  return [...layerIds, ...linked.map(({ id }) => id)];
}

/** The same without linked layers that are locked. */
export function withUnlockedLinked(project: Project, layerIds: readonly string[]): string[] {
  const own = new Set(layerIds);
  const locked = new Set(allLayers(project).flatMap(({ id, isLocked }) => (isLocked ? [id] : [])));
  return withLinked(project, layerIds).filter((id) => own.has(id) || !locked.has(id));
}

/** Links layers, which leave their previous links. Does nothing for fewer than two. */
export function linkLayers(project: Project, layerIds: readonly string[], makeId: MakeId): Project {
  if (layersOf(project, layerIds).length < 2) return project;
  const ids = new Set(layerIds);
  const link = makeId();
  return withoutLoneLinks(mapLayers(project, (layer) => (ids.has(layer.id) ? { ...layer, link } : layer)));
}

/** Unlinks layers, together with all layers that they are linked with. */
export function unlinkLayers(project: Project, layerIds: readonly string[]): Project {
  const ids = new Set(withLinked(project, layerIds));
  return mapLayers(project, (layer) => (ids.has(layer.id) ? withoutLink(layer) : layer));
}

/** Returns whether layers are linked with each other, and with no other. */
export function areLinked(project: Project, layerIds: readonly string[]): boolean {
  const [first] = layerIds;
  if (first === undefined || layerIds.length < 2) return false;
  const linked = new Set(linkedWith(project, first));
  return linked.size === layerIds.length && layerIds.every((id) => linked.has(id));
}

/** Removes links that only one layer still has. */
export function withoutLoneLinks(project: Project): Project {
  const counts = new Map<string, number>();
  for (const { link } of allLayers(project)) {
    if (link !== undefined) counts.set(link, (counts.get(link) ?? 0) + 1);
  }
  return mapLayers(project, (layer) => (counts.get(layer.link ?? '') === 1 ? withoutLink(layer) : layer));
}

/**
 * Gives copied layers new links: copies of linked layers are linked again; one copied alone is not linked.
 * @param copies layers with the links of their originals.
 */
export function withOwnLinks<L extends Layer>(copies: readonly L[], makeLink: MakeId): L[] {
  const links = new Map<string, string>();
  for (const { link } of copies) {
    const isShared = link !== undefined && copies.filter((copy) => copy.link === link).length > 1;
    if (isShared && !links.has(link)) links.set(link, makeLink());
  }
  return copies.map((layer) => {
    const link = links.get(layer.link ?? '');
    return link === undefined ? withoutLink(layer) : { ...layer, link };
  });
}

/** Returns a layer without its link. */
export function withoutLink<L extends Layer>(layer: L): L {
  const { link, ...alone } = layer;
  return link === undefined ? layer : (alone as L);
}
