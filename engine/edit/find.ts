import { isOverlay } from '../project/allLayers.ts';
import type { Layer } from '../project/layers.ts';
import type { Project, Scene } from '../project/project.ts';
import { overlayOf, withOverlay } from '../timeline/overlay.ts';

/** A layer and its position in the project. */
export interface FoundLayer {
  /** For a layer of the whole project: the overlay, with the index −1. */
  scene: Scene;
  sceneIndex: number;
  layer: Layer;
  /** 0 is at the front. */
  layerIndex: number;
}

/** Finds a layer in any scene or the overlay; undefined if the id is unknown. */
export function findLayer(project: Project, layerId: string): FoundLayer | undefined {
  for (const [index, scene] of scenesAndOverlay(project).entries()) {
    const layerIndex = scene.layers.findIndex((layer) => layer.id === layerId);
    const layer = scene.layers[layerIndex];
    if (layer) return { scene, sceneIndex: isOverlay(scene) ? -1 : index, layer, layerIndex };
  }
  return undefined;
}

/** Returns the scenes of a project, and its overlay if that has layers. */
export function scenesAndOverlay(project: Project): Scene[] {
  return project.layers ? [...project.scenes, overlayOf(project)] : project.scenes;
}

/** Finds a scene or the overlay by id; undefined if the id is unknown. */
export function findScene(project: Project, sceneId: string): Scene | undefined {
  return isOverlay({ id: sceneId }) ? overlayOf(project) : project.scenes.find(({ id }) => id === sceneId);
}

/** Returns the project with `change` applied to one scene or the overlay; the same project if the id is unknown. */
export function withScene(project: Project, sceneId: string, change: (scene: Scene) => Scene): Project {
  if (isOverlay({ id: sceneId })) return withOverlay(project, change);
  const index = project.scenes.findIndex((scene) => scene.id === sceneId);
  const scene = project.scenes[index];
  if (!scene) return project;
  const changed = change(scene);
  return changed === scene ? project : { ...project, scenes: project.scenes.with(index, changed) };
}

/** Returns the project with `change` applied to one layer; the same project if the layer is unknown. */
export function withLayer(project: Project, layerId: string, change: (layer: Layer) => Layer): Project {
  const found = findLayer(project, layerId);
  if (!found) return project;
  const changed = change(found.layer);
  if (changed === found.layer) return project;
  return withScene(project, found.scene.id, (scene) => ({
    ...scene,
    layers: scene.layers.with(found.layerIndex, changed),
  }));
}

/** Returns the project with `change` applied to some layers of any scenes; the same project if none changes. */
export function withLayers(project: Project, layerIds: readonly string[], change: (layer: Layer) => Layer): Project {
  const ids = new Set(layerIds);
  const changedScene = (scene: Scene): Scene => {
    const layers = scene.layers.map((layer) => (ids.has(layer.id) ? change(layer) : layer));
    return layers.every((layer, i) => layer === scene.layers[i]) ? scene : { ...scene, layers };
  };
  return mapScenes(project, changedScene);
}

/** Returns the project with `change` applied to every scene and the overlay; the same project if none changes. */
export function mapScenes(project: Project, change: (scene: Scene) => Scene): Project {
  const overlaid = project.layers ? withOverlay(project, change) : project;
  const scenes = project.scenes.map(change);
  return scenes.every((scene, i) => scene === project.scenes[i]) ? overlaid : { ...overlaid, scenes };
}

/** Returns some layers of a project, front to back within each scene; skips unknown ids. */
export function layersOf(project: Project, layerIds: readonly string[]): Layer[] {
  const ids = new Set(layerIds);
  return scenesAndOverlay(project).flatMap(({ layers }) => layers.filter(({ id }) => ids.has(id)));
}

/**
 * Sets some fields of an object.
 * @returns the same object if nothing changes, so that undo has no empty steps.
 */
export function merge<T extends object>(before: T, fields: Partial<T>): T {
  const names = Object.keys(fields) as (keyof T)[];
  return names.every((name) => Object.is(before[name], fields[name])) ? before : { ...before, ...fields };
}
