import type { Layer } from '../project/layers.ts';

/** Whether a layer is a video, or an animated picture that became one. */
export function isVideo(layer: Layer): boolean {
  return layer.type === 'video';
}

/** Whether a layer is a text that moves. */
export function isAnimated(layer: Layer): boolean {
  return layer.type === 'text' && layer.animation !== undefined && layer.animation.id !== 'none';
}
