import { isPlayed } from '../kinds/families.ts';
import { endsWhenPlayed, kindOf } from '../kinds/index.ts';
import type { Layer } from '../project/layers.ts';
import type { Project, Scene } from '../project/project.ts';
import type { TransitionDirection, TransitionType } from '../project/videoEffects.ts';
import { withClipTransitions } from './clipTransitions.ts';
import { FREEZE_BEFORE_END, isFrozen, type MediaRun, mediaRun, runLength, sceneDuration } from './durations.ts';
import { overlayOf } from './overlay.ts';

/** When a layer is visible or audible, and what its media plays. In seconds of the whole video. */
export interface LayerSpan {
  layer: Layer;
  /** For a layer of the whole project: the overlay, with the index −1. */
  scene: Scene;
  sceneIndex: number;
  /** 0 is at the back. */
  depth: number;
  /** Negative for a layer of the whole project that would start before the video. */
  start: number;
  /** Exclusive; between `start` and its scene's end. Equals `start` for a layer that never appears. */
  end: number;
  /** For video and audio: how the source plays, and whether it loops. */
  media?: MediaRun & { loops: boolean };
  /** As `media`, with the part of the source that follows its trim, for the transition after its scene; absent: none. */
  continued?: MediaRun & { loops: boolean };
}

/** A transition without its time. */
export interface ShownTransition {
  type: Exclude<TransitionType, 'cut'>;
  /** Absent: left. */
  direction?: TransitionDirection;
}

/** When a scene is visible, with its layers back to front. In seconds of the whole video. */
export interface SceneSpan {
  scene: Scene;
  sceneIndex: number;
  start: number;
  /** Exclusive; the start of the next scene. */
  end: number;
  layers: LayerSpan[];
  /** The layers of the whole project, in front of all scenes: the same for all of them; absent: none. */
  overlay?: SceneSpan;
  /** Transition from the previous scene; absent for a cut. */
  transition?: ShownTransition & { length: number };
  /** Seconds that it continues after its end, in the transition into the next scene; absent: none. */
  tail?: number;
}

/**
 * shown: visible and audible layers, as they play: those before a transition are longer (withClipTransitions). all: hidden
 * ones too, as they are in the project, as in an editor.
 */
export type WhichLayers = 'shown' | 'all';

/** Returns the spans of all scenes, without gaps. A scene without layers has one too. */
export function sceneSpans(project: Project, which: WhichLayers = 'shown'): SceneSpan[] {
  let at = 0;
  const overlay = overlaySpan(project, which);
  const spans = project.scenes.map((scene, sceneIndex) => {
    const span = sceneSpan(project, { scene, sceneIndex, start: at }, which);
    at = span.end;
    return overlay ? { ...span, overlay } : span;
  });
  return spans.map((span, i) => withTail(span, spans[i + 1]?.transition?.length));
}

function withTail(scene: SceneSpan, tail: number | undefined): SceneSpan {
  if (!tail) return scene;
  const longer = { ...scene, tail };
  return { ...longer, layers: scene.layers.map((span) => withContinuation(span, longer)) };
}

/** Seconds of the source beyond a transition, because an output rounds it to whole frames. */
const MARGIN = 1;

/**
 * Sets how a layer continues in the transition after its scene. A run that the end of the scene cuts, or that ends
 * there, continues into the source; a video that ended earlier holds its last frame, as do boomerangs, and loops repeat.
 */
export function withContinuation(span: LayerSpan, { end, tail }: Pick<SceneSpan, 'end' | 'tail'>): LayerSpan {
  const { layer, media, continued: _, ...rest } = span;
  const shown = { ...rest, layer, ...(media ? { media } : {}) };
  if (!tail || !media || !isPlayed(layer) || media.loops || media.isBoomeranged || isFrozen(layer)) return shown;
  if (span.end < end || span.start + runLength(media) < end - FREEZE_BEFORE_END) return shown;
  const more = (tail + MARGIN) * media.speed;
  const played = media.isReversed
    ? { start: Math.max(0, media.start - more) }
    : { end: Math.max(media.end, Math.min(media.end + more, layer.duration ?? media.end)) };
  return { ...shown, continued: { ...media, ...played } };
}

/** Returns the span of the overlay; undefined without layers of the whole project. */
export function overlaySpan(project: Project, which: WhichLayers = 'shown'): SceneSpan | undefined {
  if (!project.layers) return undefined;
  return sceneSpan(project, { scene: overlayOf(project), sceneIndex: -1, start: 0 }, which);
}

/** Returns the span of one scene with a known start. */
export function sceneSpan(
  project: Project,
  { scene, sceneIndex, start }: Pick<SceneSpan, 'scene' | 'sceneIndex' | 'start'>,
  which: WhichLayers = 'shown',
): SceneSpan {
  const place = { scene, sceneIndex, start, end: start + sceneDuration(project, scene) };
  const layers = (which === 'shown' ? withClipTransitions(scene.layers) : scene.layers)
    .toReversed()
    .map((layer, depth) => layerSpan(layer, depth, place))
    .filter(({ layer }) => which === 'all' || !layer.isHidden);
  return { ...place, ...transitionInto(scene, sceneIndex, place.end - start), layers };
}

/**
 * Returns the spans of all layers, audio layers included: scene by scene, then those of the whole project; back to
 * front.
 */
export function layerSpans(project: Project, which: WhichLayers = 'shown'): LayerSpan[] {
  const scenes = sceneSpans(project, which);
  return [...scenes.flatMap(({ layers }) => layers), ...(scenes[0]?.overlay?.layers ?? [])];
}

/**
 * Returns when a layer is over, in seconds of the whole video: the end of its span, or of its audio if it plays once.
 */
export function endOfLayer({ layer, media, start, end }: LayerSpan): number {
  return media && endsWhenPlayed(layer) ? Math.min(end, start + runLength(media)) : end;
}

function transitionInto(scene: Scene, sceneIndex: number, length: number): Pick<SceneSpan, 'transition'> {
  const { type = 'cut', duration = 0, direction } = scene.transition ?? {};
  if (type === 'cut' || sceneIndex <= 0) return {};
  return { transition: { type, ...(direction ? { direction } : {}), length: Math.min(duration, length) } };
}

function layerSpan(layer: Layer, depth: number, place: Omit<SceneSpan, 'layers' | 'transition'>): LayerSpan {
  const { scene, sceneIndex } = place;
  const start = Math.min(place.end, place.start + (layer.from ?? 0));
  const end = layer.to === undefined ? place.end : Math.max(start, Math.min(place.end, place.start + layer.to));
  const span = { layer, scene, sceneIndex, depth, start, end };
  if (!isPlayed(layer)) return span;
  return { ...span, media: { ...mediaRun(layer), loops: kindOf(layer).loops(layer) } };
}
