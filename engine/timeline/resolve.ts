import type { Layer } from '../project/layers.ts';
import type { TransitionType } from '../project/videoEffects.ts';
import { type AnimationState, animationAt, still } from './animation.ts';
import { HELD_BEFORE_END, mediaTimeAt } from './mediaTime.ts';
import type { SceneSpan } from './spans.ts';

/** One layer of a frame: what to draw, with its media at which second and its animation in which state. */
export interface ResolvedLayer {
  layer: Layer;
  /** Seconds of the source; 0 for a layer without media time. */
  mediaTime: number;
  animation: AnimationState;
}

/** What is visible at a moment: the scene's background colour and its layers, back to front. */
export interface Frame {
  sceneIndex: number;
  background: string;
  layers: ResolvedLayer[];
  /** What the scene before still shows, standing still as it ended, while this scene comes in. */
  before?: { frame: Frame; type: Exclude<TransitionType, 'cut'>; progress: number };
}

/**
 * What is to be seen at a time. Before the start it is the first scene, from the end on the last one.
 * @param scenes of one project, as sceneSpans gives them. @param t seconds, 0 to the total duration.
 */
export function resolveFrame(scenes: readonly SceneSpan[], t: number): Frame {
  const shown = scenes.find(({ end }) => t < end) ?? scenes.at(-1);
  if (!shown) return { sceneIndex: 0, background: '#ffffff', layers: [] };
  const passing = transitionAt(scenes, shown, t);
  const frame = frameOf(shown, t);
  if (!passing) return frame;
  const { before, type, progress } = passing;
  return { ...frame, before: { frame: frameOf(before, heldAt(before)), type, progress } };
}

/** How a scene comes in at a moment. */
export interface PassingTransition {
  /** The scene before, which stands still at `heldAt`. */
  before: SceneSpan;
  type: Exclude<TransitionType, 'cut'>;
  /** 0 (only the scene before is seen) up to, not including, 1. */
  progress: number;
}

/** The transition that is going on in a scene at a time; undefined when there is none. @param t seconds of the video. */
export function transitionAt(scenes: readonly SceneSpan[], shown: SceneSpan, t: number): PassingTransition | undefined {
  const before = scenes[shown.sceneIndex - 1];
  const { transition, start } = shown;
  if (!before || !transition || transition.length <= 0) return undefined;
  const progress = Math.max(0, t - start) / transition.length;
  return progress < 1 ? { before, type: transition.type, progress } : undefined;
}

/** The moment at which a scene stands still while the next one comes in, seconds of the whole video. */
export function heldAt({ start, end }: SceneSpan): number {
  return Math.max(start, end - HELD_BEFORE_END);
}

function frameOf({ sceneIndex, scene, layers }: SceneSpan, t: number): Frame {
  return {
    sceneIndex,
    background: scene.background,
    layers: layers.map((span) => ({
      layer: span.layer,
      mediaTime: mediaTimeAt(span, t),
      animation: span.layer.type === 'text' ? animationAt(span.layer.animation, Math.max(0, t - span.start)) : still,
    })),
  };
}
