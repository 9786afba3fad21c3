import type { Layer } from '../project/layers.ts';
import { type AnimationState, animationAt, still } from './animation.ts';
import { mediaTimeAt } from './mediaTime.ts';
import type { LayerSpan } from './spans.ts';

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
 * What is to be seen at a time. The end of the video shows its last scene.
 * @param spans of one project, as layerSpans gives them. @param t seconds, 0 to the total duration.
 */
export function resolveFrame(spans: readonly LayerSpan[], t: number): Frame {
  const last = spans.at(-1);
  const visible = spans.filter((span) => t >= span.start && t < span.end);
  const shown = visible.length > 0 || !last ? visible : spans.filter((span) => span.sceneIndex === last.sceneIndex);
  const first = shown[0];
  return {
    sceneIndex: first?.sceneIndex ?? 0,
    background: first?.scene.background ?? '#ffffff',
    layers: shown.map((span) => ({
      layer: span.layer,
      mediaTime: mediaTimeAt(span, t),
      animation: span.layer.type === 'text' ? animationAt(span.layer.animation, t - span.start) : still,
    })),
  };
}
