import { kindOf } from '../kinds/index.ts';
import { type LayerState, layerStateAt, restingStateAt } from '../motion/layerState.ts';
import type { Layer } from '../project/layers.ts';
import { mediaRateAt, mediaTimeAt, TIME_ROUNDING } from './mediaTime.ts';
import type { LayerSpan, SceneSpan, ShownTransition } from './spans.ts';

/** A visible layer of a frame, with its media time and animation state. */
export interface ResolvedLayer {
  layer: Layer;
  /** Seconds of the source; 0 for a layer without media. */
  mediaTime: number;
  /** Seconds of the source per second: negative backwards, 0 for a still or a frozen end or if nothing plays. */
  mediaRate: number;
  animation: LayerState;
}

/** Visible content at one moment: the scene's background color and its visible layers, back to front. */
export interface Frame {
  sceneIndex: number;
  background: string;
  /** The scene's layers, then those of the whole project. */
  layers: ResolvedLayer[];
  /** Number of layers of the whole project: the last ones. They are in front of a transition. */
  overlaid: number;
  /** During a transition: the previous scene, which continues. Progress is 0 to 1. */
  outgoing?: ShownTransition & { frame: Frame; progress: number };
}

/** Time of the first frame of a scene in an output, in seconds of the whole video. */
export interface SceneGrid {
  first: number;
}

/** Options of resolveFrame. */
export interface ResolveOptions {
  /** Index of the scene; default: the scene at the time. A time outside of it is clamped. */
  sceneIndex?: number;
  /** Shows texts as their animation leaves them, as in an editor that is paused at a scene's start. Default false. */
  stillTexts?: boolean;
  /** Ignores a running transition into the scene. Default: as stillTexts. */
  isAlone?: boolean;
  /**
   * Frame grid of an output, by scene. As in the renderer, media that begins with its scene counts from the scene's first
   * frame, which may be a fraction of a frame off. Default: none, time is continuous.
   */
  grid?: readonly SceneGrid[];
}

/**
 * Resolves the visible content at a time. Clamps to the first and last scene.
 * @param scenes of one project, from sceneSpans. @param t seconds, 0 to the total duration.
 */
export function resolveFrame(scenes: readonly SceneSpan[], t: number, options: ResolveOptions = {}): Frame {
  const { sceneIndex, stillTexts = false, isAlone = stillTexts, grid } = options;
  const shown = sceneIndex === undefined ? (scenes.find(({ end }) => t < end) ?? scenes.at(-1)) : scenes[sceneIndex];
  if (!shown) return { sceneIndex: 0, background: '#ffffff', layers: [], overlaid: 0 };
  const late = startAfterFrame(shown, grid);
  const transition = isAlone ? undefined : transitionAt(scenes, shown, t + late);
  const own = frameOf(shown, t, { stillTexts, late });
  const over = overlayAt(shown, t, stillTexts);
  const frame = { ...own, layers: [...own.layers, ...over], overlaid: over.length };
  if (!transition) return frame;
  const { outgoing, ...running } = transition;
  return {
    ...frame,
    outgoing: { frame: frameOf(outgoing, t, { late: startAfterFrame(outgoing, grid) }), ...running },
  };
}

/** A transition in progress. */
export interface RunningTransition extends ShownTransition {
  /** The previous scene, which continues after its end. */
  outgoing: SceneSpan;
  /** 0 (only the previous scene is visible) to 1, exclusive. */
  progress: number;
}

/** Returns the transition in progress in a scene; undefined if there is none. @param t seconds of the video. */
export function transitionAt(scenes: readonly SceneSpan[], shown: SceneSpan, t: number): RunningTransition | undefined {
  const outgoing = scenes[shown.sceneIndex - 1];
  const { transition, start } = shown;
  if (!outgoing || !transition || transition.length <= 0) return undefined;
  const { length, ...shownAs } = transition;
  const progress = Math.max(0, t - start) / length;
  return progress < 1 ? { outgoing, ...shownAs, progress } : undefined;
}

/** Returns whether a layer is visible at a time. Outside the scene, those at its start or end are. */
export function isSeenAt(
  { layer, start, end }: LayerSpan,
  { start: opens, end: closes }: SceneSpan,
  t: number,
): boolean {
  if (!kindOf(layer).isSeen) return false;
  // If no video has a known length yet, every layer is visible.
  if (closes <= opens) return true;
  if (end <= start) return false;
  const time = t + TIME_ROUNDING;
  if (time >= closes) return end >= closes;
  return start <= Math.max(time, opens) && time < end;
}

/** Returns how much later a scene starts than its first frame, in seconds; negative if it starts earlier. */
function startAfterFrame({ start, sceneIndex }: SceneSpan, grid: ResolveOptions['grid']): number {
  return start - (grid?.[sceneIndex]?.first ?? start);
}

/** @param options.late see startAfterFrame. */
function frameOf(
  scene: SceneSpan,
  t: number,
  { stillTexts = false, late }: { stillTexts?: boolean; late: number },
): Frame {
  const mediaMoment = (span: LayerSpan) => (span.start <= scene.start ? t + late : t);
  return {
    sceneIndex: scene.sceneIndex,
    background: scene.scene.background,
    overlaid: 0,
    layers: scene.layers
      .filter((span) => isSeenAt(span, scene, t))
      .map((span) => ({
        layer: span.layer,
        mediaTime: mediaTimeAt(span, mediaMoment(span)),
        mediaRate: mediaRateAt(span, mediaMoment(span)),
        animation: animationOf(span, t, stillTexts),
      })),
  };
}

/** Layers of the whole project keep their own time: a scene's start does not move their media. */
function overlayAt({ overlay, start, end }: SceneSpan, t: number, stillTexts: boolean): ResolvedLayer[] {
  if (!overlay) return [];
  const moment = Math.min(Math.max(t, start), end);
  return frameOf(overlay, moment, { stillTexts, late: 0 }).layers;
}

function animationOf({ layer, start, end }: LayerSpan, t: number, isStill: boolean): LayerState {
  const since = Math.max(0, t - start);
  return isStill ? restingStateAt(layer, since) : layerStateAt(layer, since, end - start);
}
