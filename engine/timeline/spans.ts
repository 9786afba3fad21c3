import type { Layer } from '../project/layers.ts';
import type { Project, Scene } from '../project/project.ts';
import { type MediaSpan, sceneDuration, videoSpan } from './durations.ts';

/** When a layer is on screen, and what its media does meanwhile. Seconds of the whole video. */
export interface LayerSpan {
  layer: Layer;
  scene: Scene;
  sceneIndex: number;
  /** 0 is at the back. */
  depth: number;
  start: number;
  /** Exclusive. */
  end: number;
  /** For video: the part of the source that plays, and whether it starts over at its end. */
  media?: MediaSpan & { loops: boolean };
}

/** The spans of every layer, scene by scene and back to front within a scene. A layer lives as long as its scene. */
export function layerSpans(project: Project): LayerSpan[] {
  const spans: LayerSpan[] = [];
  let start = 0;
  project.scenes.forEach((scene, sceneIndex) => {
    const end = start + sceneDuration(project, scene);
    [...scene.layers].reverse().forEach((layer, depth) => {
      const base = { layer, scene, sceneIndex, depth, start, end };
      spans.push(
        layer.type === 'video'
          ? { ...base, media: { ...videoSpan(layer), loops: layer.loopMode === 'duration' || layer.converted_gif } }
          : base,
      );
    });
    start = end;
  });
  return spans;
}
