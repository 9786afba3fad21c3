import type { Keyframe } from '../project/keyframes.ts';
import type { LayerAnimation } from '../project/layerMotion.ts';
import type { AudioLayer, Layer, PictureLayer, PlayedLayer } from '../project/layers.ts';

/** Returns whether a layer plays a file over time: a video or audio. Decided by the fields of its schema. */
export function isPlayed(layer: Layer): layer is PlayedLayer {
  return 'loopMode' in layer;
}

/** Returns whether a layer shows a file: an image or a video. Decided by the fields of its schema. */
export function isPicture(layer: Layer): layer is PictureLayer {
  return 'filterName' in layer;
}

/** Returns whether a layer shows a file that plays. */
export function isVideo(layer: Layer): layer is PictureLayer & PlayedLayer {
  return isPicture(layer) && isPlayed(layer);
}

/** Returns whether a layer is audio only. */
export function isSound(layer: Layer): layer is AudioLayer {
  return isPlayed(layer) && !isPicture(layer);
}

/** Returns the enter and exit animations of a layer; empty if it has none or is audio. */
export function animationsOf(layer: Layer): {
  animateIn?: LayerAnimation | undefined;
  animateOut?: LayerAnimation | undefined;
} {
  return isSound(layer) ? {} : layer;
}

/** Returns whether a layer has an enter or exit animation. */
export function isAnimated(layer: Layer): boolean {
  const { animateIn, animateOut } = animationsOf(layer);
  return Boolean(animateIn || animateOut);
}

/** Returns the keyframes of a layer in order of time; empty if it has none. */
export function keyframesOf(layer: Layer): readonly Keyframe[] {
  return isSound(layer) ? [] : (layer.keyframes ?? []);
}

/** Returns whether keyframes move a layer or change its opacity. */
export function isKeyed(layer: Layer): boolean {
  return keyframesOf(layer).length > 0;
}
