import type { Layer } from '../project/layers.ts';
import type { Project, Scene } from '../project/project.ts';
import { hasTimedVideo, playedLength } from './durations.ts';
import { specOutput } from './studioBody.ts';

/**
 * Adds the fields that only the specification's state has, for other programs that read the key `state`. Cutroom derives
 * these fields when it saves a project and ignores them when it reads one.
 */
export function withSpecState<T extends Project>(project: T) {
  const pairs = project.scenes.flatMap((scene) => scene.layers.map(({ id }) => [id, scene.id] as const));
  const { videoType, duration } = specOutput(project);
  return {
    ...project,
    ...{ videoType, duration, parentId: null },
    layerSceneDict: Object.fromEntries(pairs),
    scenes: project.scenes.map((scene) => ({
      ...scene,
      maxLayer: longestVideo(scene),
      layers: scene.layers.map(withGifFields),
    })),
  };
}

/** Returns the id of the longest video layer; null if no video sets the length of the scene. */
function longestVideo(scene: Scene): string | null {
  if (!hasTimedVideo(scene)) return null;
  const videos = scene.layers.flatMap((layer) => (layer.type === 'video' && !layer.converted_gif ? [layer] : []));
  return videos.toSorted((a, b) => playedLength(b) - playedLength(a))[0]?.id ?? null;
}

/** The conversion is found by the GIF's URL, so its id is not stored. */
function withGifFields(layer: Layer) {
  if (layer.type !== 'video' || !layer.converted_gif) return layer;
  return { ...layer, gif_name: layer.url.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '', conversion_id: null };
}

/** Returns a stored state without the fields that `withSpecState` derived; other values unchanged. */
export function withoutSpecState(state: Record<string, unknown>): Record<string, unknown> {
  const { layerSceneDict, duration: _, videoType: __, parentId: ___, scenes, ...rest } = state;
  // Only states saved with these fields have derived ones.
  if (layerSceneDict === undefined || !Array.isArray(scenes)) return state;
  return {
    ...rest,
    scenes: scenes.map((scene) => {
      const { maxLayer: _, layers, ...own } = { ...scene };
      return { ...own, layers: Array.isArray(layers) ? layers.map(withoutGifFields) : layers };
    }),
  };
}

function withoutGifFields(layer: unknown): unknown {
  if (typeof layer !== 'object' || layer === null || !('conversion_id' in layer)) return layer;
  const { gif_name: _, conversion_id: __, ...rest } = layer as Record<string, unknown>;
  return rest;
}
