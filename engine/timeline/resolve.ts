import { kindOf } from '../kinds/index.ts';
import { type LayerState, layerStateAt, restingStateAt } from '../motion/layerState.ts';
import type { Layer } from '../project/layers.ts';
import type { TransitionType } from '../project/videoEffects.ts';
import { HELD_BEFORE_END, mediaRateAt, mediaTimeAt, TIME_ROUNDING } from './mediaTime.ts';
import type { LayerSpan, SceneSpan } from './spans.ts';

/** One layer of a frame: what to draw, with its media at which second and its animation in which state. */
export interface ResolvedLayer {
  layer: Layer;
  /** Seconds of the source; 0 for a layer without media time. */
  mediaTime: number;
  /** Seconds of the source a second while time runs: below 0 backwards, 0 where a still or an end is held or nothing plays. */
  mediaRate: number;
  animation: LayerState;
}

/** What is visible at a moment: the scene's background color and those of its layers that are seen then, back to front. */
export interface Frame {
  sceneIndex: number;
  background: string;
  layers: ResolvedLayer[];
  /** While this scene comes in: what the scene before still shows, standing still as it ended. Progress is 0 to 1. */
  outgoing?: { frame: Frame; type: Exclude<TransitionType, 'cut'>; progress: number };
}

/** How a moment is looked at. */
export interface ResolveOptions {
  /** Which scene, from 0; default the one of the time. A time outside of it counts as its start or its end. */
  sceneIndex?: number;
  /** Texts are shown as their animation leaves them, as while an editor rests at a scene's start. Default false. */
  stillTexts?: boolean;
  /** The scene is shown alone though it may just come in by a transition. Default: as stillTexts. */
  isAlone?: boolean;
}

/**
 * What is to be seen at a time. Before the start it is the first scene, from the end on the last one.
 * @param scenes of one project, as sceneSpans gives them. @param t seconds, 0 to the total duration.
 */
export function resolveFrame(scenes: readonly SceneSpan[], t: number, options: ResolveOptions = {}): Frame {
  const { sceneIndex, stillTexts = false, isAlone = stillTexts } = options;
  const shown = sceneIndex === undefined ? (scenes.find(({ end }) => t < end) ?? scenes.at(-1)) : scenes[sceneIndex];
  if (!shown) return { sceneIndex: 0, background: '#ffffff', layers: [] };
  const transition = isAlone ? undefined : transitionAt(scenes, shown, t);
  const frame = frameOf(shown, t, stillTexts);
  if (!transition) return frame;
  const { outgoing, type, progress } = transition;
  return { ...frame, outgoing: { frame: frameOf(outgoing, heldAt(outgoing)), type, progress } };
}

/** How a scene comes in at a moment. */
export interface RunningTransition {
  /** The scene before, which stands still at `heldAt`. */
  outgoing: SceneSpan;
  type: Exclude<TransitionType, 'cut'>;
  /** 0 (only the scene before is seen) up to, not including, 1. */
  progress: number;
}

/** The transition that is going on in a scene at a time; undefined when there is none. @param t seconds of the video. */
export function transitionAt(scenes: readonly SceneSpan[], shown: SceneSpan, t: number): RunningTransition | undefined {
  const outgoing = scenes[shown.sceneIndex - 1];
  const { transition, start } = shown;
  if (!outgoing || !transition || transition.length <= 0) return undefined;
  const progress = Math.max(0, t - start) / transition.length;
  return progress < 1 ? { outgoing, type: transition.type, progress } : undefined;
}

/** The moment at which a scene stands still while the next one comes in, seconds of the whole video. */
export function heldAt({ start, end }: SceneSpan): number {
  return Math.max(start, end - HELD_BEFORE_END);
}

/** Whether a layer is there to be seen at a time; before its scene it is as at the scene's start, after as at its end. */
export function isSeenAt(
  { layer, start, end }: LayerSpan,
  { start: opens, end: closes }: SceneSpan,
  t: number,
): boolean {
  if (!kindOf(layer).isSeen) return false;
  // Where no video says its length yet, all is seen.
  if (closes <= opens) return true;
  if (end <= start) return false;
  const time = t + TIME_ROUNDING;
  if (time >= closes) return end >= closes;
  return start <= Math.max(time, opens) && time < end;
}

function frameOf(scene: SceneSpan, t: number, stillTexts = false): Frame {
  return {
    sceneIndex: scene.sceneIndex,
    background: scene.scene.background,
    layers: scene.layers
      .filter((span) => isSeenAt(span, scene, t))
      .map((span) => ({
        layer: span.layer,
        mediaTime: mediaTimeAt(span, t),
        mediaRate: mediaRateAt(span, t),
        animation: animationOf(span, t, stillTexts),
      })),
  };
}

function animationOf({ layer, start, end }: LayerSpan, t: number, isStill: boolean): LayerState {
  const since = Math.max(0, t - start);
  return isStill ? restingStateAt(layer, since) : layerStateAt(layer, since, end - start);
}
