import { effectsOf, noEffects } from '../../../engine/effects/layerEffects.ts';
import { vignetteAngle } from '../../../engine/effects/vignette.ts';
import { NEAREST, viewEnds } from '../../../engine/kinds/pictureMotion.ts';
import { layerBox, type Size } from '../../../engine/layout/box.ts';
import type { Rect } from '../../../engine/layout/fit.ts';
import { castsShadow } from '../../../engine/painters/picture.ts';
import type { ImageLayer, Layer } from '../../../engine/project/layers.ts';
import type { ImageMotion } from '../../../engine/project/videoEffects.ts';
import { fpsOf, type Rate } from '../../../engine/timeline/frameRate.ts';
import type { Moves } from './moves.ts';
import type { Bitmap } from './plan.ts';

/** Whether a layer is an image that moves in its box. */
export function isAnimatedImage(layer: Layer): layer is ImageLayer & { motion: ImageMotion } {
  return 'motion' in layer && layer.motion !== undefined;
}

/**
 * Whether painting a moving image once is enough: its box is upright, on even pixels and within the canvas, without
 * shadow, round corners and effects, and its vignette fits the box. Otherwise each frame is painted.
 */
export function movesWithin(layer: ImageLayer, canvas: Size): boolean {
  const { x, y, width, height, rotation } = layerBox(layer, canvas);
  const isEven = [x, y, width, height].every((length) => Math.abs(length / 2 - Math.round(length / 2)) < 1e-6);
  const isInside = x >= 0 && y >= 0 && x + width <= canvas.width && y + height <= canvas.height;
  const fillsBox = layer.objectFit !== 'contain' || layer.vignette === 0;
  const isBare = layer.radius === 0 && !castsShadow(layer) && effectsOf(layer) === noEffects;
  return rotation % 360 === 0 && isEven && isInside && fillsBox && isBare && width > 0 && height > 0;
}

/**
 * Plans a moving image, painted at the size of its closest view. @param box pixels. @param background if it fills the
 * canvas.
 */
export function movingBitmap(layer: ImageLayer, box: Rect, rate: Rate, background?: string): Omit<Bitmap, 'id'> {
  const { motion, ...still } = layer;
  const resting = { ...still, vignette: 0 };
  const corners = layer.vignette > 0 ? { vignette: vignetteAngle(layer.vignette) } : {};
  const even = (length: number) => 2 * Math.round(length / 2);
  const size = { width: even(box.width), height: even(box.height) };
  return {
    ...{ x: even(box.x), y: even(box.y), width: even(size.width / NEAREST), height: even(size.height / NEAREST) },
    ...(background === undefined ? {} : { background }),
    ...{ layers: [resting], times: [0], loops: false },
    ...(motion ? { moves: { size, ...viewEnds(motion), ...framesOf(motion, fpsOf(rate)), ...corners } } : {}),
  };
}

function framesOf({ duration, at = 0 }: ImageMotion, fps: number): Pick<Moves, 'frames' | 'at'> {
  return { frames: duration * fps, at: at * fps };
}
