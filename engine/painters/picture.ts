import { effectsOf, noEffects } from '../effects/layerEffects.ts';
import { isVideo } from '../kinds/families.ts';
import type { Box } from '../layout/box.ts';
import { isTransparent } from '../layout/color.ts';
import type { Fitted, Rect } from '../layout/fit.ts';
import { fitPicture } from '../layout/fitPicture.ts';
import { fitView } from '../layout/fitView.ts';
import { grown } from '../layout/rect.ts';
import type { PictureLayer } from '../project/layers.ts';
import type { Canvas2D, PaintEnv, Painter } from './canvas.ts';
import { paintWithEffects } from './effects.ts';
import { addRounded } from './rounded.ts';
import { paintShadow, shadowReach } from './shadow.ts';

/** Returns whether an image or video has a shadow. */
export function castsShadow({ shadowColor }: Pick<PictureLayer, 'shadowColor'>): boolean {
  return !isTransparent(shadowColor);
}

/** Returns whether the shadow of an image is that of its rectangle, not of its opaque pixels. */
function castsFrame(layer: PictureLayer): boolean {
  return !layer.chromaKey && (isVideo(layer) || ('motion' in layer && layer.motion !== undefined));
}

/**
 * Paints an image, or the current frame of a video, fitted into its box, with corner radius, opacity and shadow. Does
 * nothing while it loads. Videos and images with motion cast the shadow of their rectangle; other images, and those
 * with a chroma key, cast that of their opaque pixels.
 */
export const paintPicture: Painter<PictureLayer> = (ctx, layer, env) => {
  const { box, picture, part, animation } = env;
  const opacity = animation.opacity * layer.globalAlpha;
  if (opacity <= 0 || !picture || picture.width <= 0 || picture.height <= 0 || box.width <= 0 || box.height <= 0)
    return;
  const whole = fitPicture(layer, picture, box);
  const shown = animation.view ? fitView(whole, box, animation.view) : whole;
  const paint = (on: Canvas2D): void => paintFitted(on, picture.source, shown, layer, env);
  const isFrame = castsFrame(layer);
  if (part !== 'picture' && castsShadow(layer) && (isFrame || picture.source !== undefined)) {
    const cast = (on: Canvas2D): void => (isFrame ? fillFrame(on, whole, box, layer.radius) : paint(on));
    paintShadow(ctx, env, layer, { opacity, reach: pictureReach(layer, box), cast, blendMode: layer.blendMode });
  }
  if (part === 'shadow' || picture.source === undefined) return;
  ctx.globalAlpha = opacity;
  if (layer.blendMode !== 'normal') ctx.globalCompositeOperation = layer.blendMode;
  paint(ctx);
};

/** Returns everything that an image and its shadow can touch before its box is rotated, in pixels. */
export function pictureReach(layer: PictureLayer, box: Box): Rect {
  return grown(box, shadowReach(layer));
}

function paintFitted(
  ctx: Canvas2D,
  source: unknown,
  { crop, target }: Fitted,
  layer: PictureLayer,
  env: PaintEnv,
): void {
  if (target.width <= 0 || target.height <= 0) return;
  const { radius } = layer;
  const uses = effectsOf(layer);
  const to = placed(target, env.box);
  const draw = (on: Canvas2D): void => {
    on.imageSmoothingEnabled = true;
    on.imageSmoothingQuality = 'high';
    on.drawImage(source, crop.x, crop.y, crop.width, crop.height, to.x, to.y, to.width, to.height);
  };
  ctx.save();
  if (radius > 0) {
    ctx.beginPath();
    addRounded(ctx, to, radius);
    ctx.clip();
  }
  if (uses === noEffects) draw(ctx);
  else paintWithEffects(ctx, env, uses, to, draw);
  ctx.restore();
}

function fillFrame(ctx: Canvas2D, { target }: Fitted, box: Box, radius: number): void {
  ctx.beginPath();
  addRounded(ctx, placed(target, box), radius);
  ctx.fillStyle = '#000000';
  ctx.fill();
}

function placed(target: Rect, { x, y }: Box): Rect {
  return { ...target, x: x + target.x, y: y + target.y };
}
