import type { Layer } from '../project/layers.ts';

/** Whether a layer is a video, or an animated picture that became one. */
export function isVideo(layer: Layer): boolean {
  return layer.type === 'video';
}

/** Whether a layer changes in time: it plays, sounds, is animated, or is not there for the whole scene. */
export function changesInTime(layer: Layer): boolean {
  if (layer.type === 'video' || layer.type === 'audio' || layer.from || layer.to !== undefined) return true;
  return layer.type === 'text' && layer.animation !== undefined && layer.animation.id !== 'none';
}
