import { isPlayed } from '../kinds/families.ts';
import { endsWhenPlayed, kindOf } from '../kinds/index.ts';
import type { Layer } from '../project/layers.ts';
import type { Project, Scene } from '../project/project.ts';
import type { TransitionType } from '../project/videoEffects.ts';
import { type MediaRun, mediaRun, runLength, sceneDuration } from './durations.ts';

/** When a layer is seen or heard, and what its media does meanwhile. Seconds of the whole video. */
export interface LayerSpan {
  layer: Layer;
  scene: Scene;
  sceneIndex: number;
  /** 0 is at the back. */
  depth: number;
  start: number;
  /** Exclusive; not after its scene's end, and not before `start`: as `start` for a layer that is never there. */
  end: number;
  /** For video and sound: the part of the source that plays, how, and whether it starts over at its end. */
  media?: MediaRun & { loops: boolean };
}

/** When a scene is on screen, with its layers back to front. Seconds of the whole video. */
export interface SceneSpan {
  scene: Scene;
  sceneIndex: number;
  start: number;
  /** Exclusive; the start of the next scene. */
  end: number;
  layers: LayerSpan[];
  /** How it follows the scene before; absent for a cut. */
  transition?: { type: Exclude<TransitionType, 'cut'>; length: number };
}

/** Which layers are asked for: those that can be seen or heard, or the hidden ones too, as an editor shows them. */
export type WhichLayers = 'shown' | 'all';

/** The spans of every scene; they follow each other without a gap. A scene without layers has one too. */
export function sceneSpans(project: Project, which: WhichLayers = 'shown'): SceneSpan[] {
  let at = 0;
  return project.scenes.map((scene, sceneIndex) => {
    const span = sceneSpan(project, { scene, sceneIndex, start: at }, which);
    at = span.end;
    return span;
  });
}

/** The span of one scene, of which it is known when it starts. */
export function sceneSpan(
  project: Project,
  { scene, sceneIndex, start }: Pick<SceneSpan, 'scene' | 'sceneIndex' | 'start'>,
  which: WhichLayers = 'shown',
): SceneSpan {
  const place = { scene, sceneIndex, start, end: start + sceneDuration(project, scene) };
  const layers = scene.layers
    .toReversed()
    .map((layer, depth) => layerSpan(layer, depth, place))
    .filter(({ layer }) => which === 'all' || !layer.isHidden);
  return { ...place, ...transitionInto(scene, sceneIndex, place.end - start), layers };
}

/** The spans of every layer, scene by scene and back to front within a scene; sound layers among them. */
export function layerSpans(project: Project, which: WhichLayers = 'shown'): LayerSpan[] {
  return sceneSpans(project, which).flatMap(({ layers }) => layers);
}

/** When a layer is over, seconds of the whole video: its span's end, or, of a sound that plays once, when it has played. */
export function overAt({ layer, media, start, end }: LayerSpan): number {
  return media && endsWhenPlayed(layer) ? Math.min(end, start + runLength(media)) : end;
}

function transitionInto(
  scene: Scene,
  sceneIndex: number,
  length: number,
): Pick<SceneSpan, 'transition'> {
  const { type = 'cut', duration = 0 } = scene.transition ?? {};
  return type === 'cut' || sceneIndex === 0 ? {} : { transition: { type, length: Math.min(duration, length) } };
}

function layerSpan(
  layer: Layer,
  depth: number,
  place: Omit<SceneSpan, 'layers' | 'transition'>,
): LayerSpan {
  const { scene, sceneIndex } = place;
  const start = Math.min(place.end, place.start + (layer.from ?? 0));
  const end = layer.to === undefined ? place.end : Math.max(start, Math.min(place.end, place.start + layer.to));
  const span = { layer, scene, sceneIndex, depth, start, end };
  if (!isPlayed(layer)) return span;
  return { ...span, media: { ...mediaRun(layer), loops: kindOf(layer).loops(layer) } };
}
