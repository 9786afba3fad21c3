import type { Layer } from './layers.ts';
import type { Project, Scene } from './project.ts';

/** Id of the overlay, see `overlayOf`; no scene can have it. */
export const OVERLAY_ID = '';

/** Whether a scene is the overlay. */
export function isOverlay({ id }: Pick<Scene, 'id'>): boolean {
  return id === OVERLAY_ID;
}

/** What has layers: a project, or its parts that have some. */
type WithLayers = Pick<Project, 'scenes' | 'layers'>;

/** Returns all layers of a project: scene by scene, then those of the whole project; front to back each. */
export function allLayers({ scenes, layers = [] }: WithLayers): Layer[] {
  return [...scenes.flatMap((scene) => scene.layers), ...layers];
}

/** Returns all layers of a project with their paths in the project file, in the order of `allLayers`. */
export function layerPaths({ scenes, layers = [] }: WithLayers): { layer: Layer; path: (string | number)[] }[] {
  return [
    ...scenes.flatMap((scene, s) => scene.layers.map((layer, l) => ({ layer, path: ['scenes', s, 'layers', l] }))),
    ...layers.map((layer, l) => ({ layer, path: ['layers', l] })),
  ];
}

/** Returns the layer at a path in the project file, or around it; undefined if none is there. */
export function layerAt({ scenes, layers = [] }: WithLayers, path: readonly (string | number)[]): Layer | undefined {
  const [list, index, , layerIndex] = path;
  if (list === 'layers') return layers[Number(index)];
  return list === 'scenes' ? scenes[Number(index)]?.layers[Number(layerIndex)] : undefined;
}

/** Returns the project with `change` applied to every layer; the same project if none changes. */
export function mapLayers<P extends WithLayers>(project: P, change: (layer: Layer) => Layer): P {
  const scenes = mapShared(project.scenes, (scene) => {
    const layers = mapShared(scene.layers, change);
    return layers === scene.layers ? scene : { ...scene, layers };
  });
  // A change keeps the fields that only a layer of the whole project has.
  const layers = project.layers && mapShared<Layer>(project.layers, change);
  if (scenes === project.scenes && layers === project.layers) return project;
  return { ...project, scenes, ...(layers ? { layers } : {}) };
}

/** Returns the same list if no item changes. */
function mapShared<T>(list: T[], change: (item: T) => T): T[] {
  const changed = list.map(change);
  return changed.every((item, index) => item === list[index]) ? list : changed;
}
