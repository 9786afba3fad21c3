import type { Layer } from '../project/layers.ts';
import { type AnimationState, animationAt, still } from './animation.ts';
import { mediaTimeAt } from './mediaTime.ts';
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
}

/**
 * What is to be seen at a time. Before the start it is the first scene, from the end on the last one.
 * @param scenes of one project, as sceneSpans gives them. @param t seconds, 0 to the total duration.
 */
export function resolveFrame(scenes: readonly SceneSpan[], t: number): Frame {
  const shown = scenes.find(({ end }) => t < end) ?? scenes.at(-1);
  if (!shown) return { sceneIndex: 0, background: '#ffffff', layers: [] };
  return {
    sceneIndex: shown.sceneIndex,
    background: shown.scene.background,
    layers: shown.layers.map((span) => ({
      layer: span.layer,
      mediaTime: mediaTimeAt(span, t),
      animation: span.layer.type === 'text' ? animationAt(span.layer.animation, Math.max(0, t - span.start)) : still,
    })),
  };
}
