import type { Keyframe } from '../project/keyframes.ts';
import type { LayerAnimation } from '../project/layerMotion.ts';
import type { AudioLayer, Layer, PictureLayer, PlayedLayer } from '../project/layers.ts';

/** Whether a layer plays a file in time: a video or a sound. A kind is one by the fields of its schema. */
export function isPlayed(layer: Layer): layer is PlayedLayer {
  return 'loopMode' in layer;
}

/** Whether a layer shows what is in a file: an image or a video. A kind is one by the fields of its schema. */
export function isPicture(layer: Layer): layer is PictureLayer {
  return 'filterName' in layer;
}

/** Whether a layer shows a file that plays: one picture of it after the other. */
export function isVideo(layer: Layer): layer is PictureLayer & PlayedLayer {
  return isPicture(layer) && isPlayed(layer);
}

/** Whether a layer is only heard. */
export function isSound(layer: Layer): layer is AudioLayer {
  return isPlayed(layer) && !isPicture(layer);
}

/** How a layer comes and goes; nothing of one that does so at once, or is no more than heard. */
export function animationsOf(layer: Layer): {
  animateIn?: LayerAnimation | undefined;
  animateOut?: LayerAnimation | undefined;
} {
  return isSound(layer) ? {} : layer;
}

/** Whether a layer comes or goes by and by. */
export function isAnimated(layer: Layer): boolean {
  const { animateIn, animateOut } = animationsOf(layer);
  return Boolean(animateIn || animateOut);
}

/** The keyframes of a layer in the order of their times; none of one that stands where its position says. */
export function keyframesOf(layer: Layer): readonly Keyframe[] {
  return isSound(layer) ? [] : (layer.keyframes ?? []);
}

/** Whether keyframes move a layer or change its opacity. */
export function isKeyed(layer: Layer): boolean {
  return keyframesOf(layer).length > 0;
}
