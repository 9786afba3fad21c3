import { OVERLAY_ID } from '../project/allLayers.ts';
import type { Layer, ProjectLayer } from '../project/layers.ts';
import type { Project, Scene } from '../project/project.ts';
import { versionOf } from '../project/version.ts';
import { sceneStarts } from './durations.ts';

/**
 * Returns the layers of the whole project as one transparent scene that lasts as long as the video, so that spans and
 * edits treat them like those of a scene. `from` and `to` count from the start of the video, also for layers that
 * follow a scene. The same project gives the same overlay.
 */
export function overlayOf(project: Project): Scene {
  const known = overlays.get(project);
  if (known) return known;
  const { layers = [] } = project;
  const starts = layers.some(({ anchor }) => anchor !== undefined) ? startsOf(project) : new Map<string, number>();
  const overlay: Scene = {
    id: OVERLAY_ID,
    layers: layers.map((layer) => shifted(layer, starts.get(layer.anchor ?? '') ?? 0)),
    background: 'transparent',
    duration: 0,
    isImageVideo: false,
  };
  overlays.set(project, overlay);
  return overlay;
}

const overlays = new WeakMap<Project, Scene>();

/**
 * Returns the project with `change` applied to its overlay. Layers that follow a scene keep following it, unless
 * `change` clears their `anchor`.
 */
export function withOverlay(project: Project, change: (overlay: Scene) => Scene): Project {
  const before = overlayOf(project);
  const after = change(before);
  if (after.layers === before.layers) return project;
  const starts = startsOf(project);
  const own = new Map(before.layers.map((layer, index) => [layer, project.layers?.[index]]));
  const layers = after.layers.map(
    (layer: ProjectLayer) => own.get(layer) ?? shifted(layer, -(starts.get(layer.anchor ?? '') ?? 0)),
  );
  return withProjectLayers(project, layers);
}

/** Returns the project with other layers of the whole project, and the version of the format that they need. */
export function withProjectLayers({ layers: _, ...rest }: Project, layers: ProjectLayer[]): Project {
  return { ...rest, version: versionOf(layers), ...(layers.length > 0 ? { layers } : {}) };
}

/** Start of each scene by id, in seconds. */
function startsOf(project: Project): ReadonlyMap<string, number> {
  const starts = sceneStarts(project);
  return new Map(project.scenes.map(({ id }, index) => [id, starts[index] as number]));
}

/** Moves a layer that follows a scene by some seconds. Without a start of its own, it starts with the scene. */
export function shifted<L extends ProjectLayer>(layer: L, by: number): L & Layer {
  if (layer.anchor === undefined || by === 0) return layer;
  const at = (seconds: number) => Math.round((seconds + by) * 1e6) / 1e6;
  return { ...layer, from: at(layer.from ?? 0), ...(layer.to === undefined ? {} : { to: at(layer.to) }) };
}
