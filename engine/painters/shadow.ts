import { isTransparent } from '../layout/color.ts';
import type { Rect } from '../layout/fit.ts';
import type { TextLayer } from '../project/layers.ts';
import type { BlendMode } from '../project/pictureLook.ts';
import type { Canvas2D, PaintEnv } from './canvas.ts';
import { paintBeside } from './group.ts';

/** The fields of a shadow. */
export type Shadow = Pick<TextLayer, 'shadowColor' | 'shadowBlur' | 'shadowOffsetX' | 'shadowOffsetY'>;

/** Three standard deviations of a blur, as a multiple of a canvas's `shadowBlur`, which is two: beyond them nothing is seen. */
export const BLUR_REACH = 1.5;

/** How far a shadow may stand out of what casts it on any side, pixels. */
export function shadowReach({ shadowColor, shadowBlur, shadowOffsetX, shadowOffsetY }: Shadow): number {
  if (isTransparent(shadowColor)) return 0;
  // However it is rotated.
  return BLUR_REACH * shadowBlur + Math.hypot(shadowOffsetX, shadowOffsetY);
}

/**
 * Paints with a shadow, which all parts cast as one.
 * @param reach all that `paint` and its shadow can touch, in the canvas's present coordinates.
 */
export function paintWithShadow(
  ctx: Canvas2D,
  env: PaintEnv,
  shadow: Shadow,
  reach: Rect,
  paint: (ctx: Canvas2D) => void,
): void {
  if (isTransparent(shadow.shadowColor)) {
    paint(ctx);
    return;
  }
  const { around, set } = onCanvas(ctx, shadow);
  paintBeside(ctx, env, reach, around, paint, set);
}

/**
 * Paints a shadow without what casts it. It is cut out where that lies, if through that one sees what is behind both, which
 * is not the shadow.
 */
export function paintShadow(
  ctx: Canvas2D,
  env: PaintEnv,
  shadow: Shadow,
  { opacity, reach, cast, blendMode }: ShadowOf,
): void {
  const isCutOut = opacity < 1 || blendMode !== 'normal';
  const paint = (on: Canvas2D): void => {
    const { around, set } = onCanvas(on, shadow);
    // What casts it is drawn beside the canvas, so that of the two only the shadow falls on it.
    const aside = on.canvas.width + 2 * around + 2;
    paintBeside(on, env, reach, around, cast, (target) => {
      set(target);
      target.shadowOffsetX += aside;
      target.translate(-aside, 0);
    });
    if (!isCutOut) return;
    paintBeside(on, env, reach, 0, cast, (target) => {
      target.globalCompositeOperation = 'destination-out';
    });
  };
  if (!isCutOut) paint(ctx);
  else
    paintBeside(ctx, env, reach, 0, paint, (target) => {
      target.globalAlpha = opacity;
      if (blendMode !== 'normal') target.globalCompositeOperation = blendMode;
    });
}

interface ShadowOf {
  /** Of both, 0 to 1, and what becomes of their colors. */
  opacity: number;
  blendMode: BlendMode;
  /** All that `cast` and its shadow can touch, in the canvas's present coordinates. */
  reach: Rect;
  cast: (ctx: Canvas2D) => void;
}

/** What a canvas is told of a shadow, whose place and blur do not follow its transform by themselves. */
function onCanvas(ctx: Canvas2D, shadow: Shadow): { around: number; set: (target: Canvas2D) => void } {
  const { a, b, c, d } = ctx.getTransform();
  const { shadowOffsetX: x, shadowOffsetY: y } = shadow;
  const unit = Math.hypot(a, b);
  return {
    around: Math.ceil(shadowReach(shadow) * unit),
    set: (target) => {
      target.shadowColor = shadow.shadowColor;
      target.shadowBlur = shadow.shadowBlur * unit;
      target.shadowOffsetX = a * x + c * y;
      target.shadowOffsetY = b * x + d * y;
    },
  };
}
