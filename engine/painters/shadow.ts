import { isTransparent } from '../layout/color.ts';
import type { Rect } from '../layout/fit.ts';
import type { TextLayer } from '../project/layers.ts';
import type { BlendMode } from '../project/pictureLook.ts';
import type { Canvas2D, PaintEnv } from './canvas.ts';
import { paintOffscreen } from './group.ts';

/** The fields of a shadow. */
export type Shadow = Pick<TextLayer, 'shadowColor' | 'shadowBlur' | 'shadowOffsetX' | 'shadowOffsetY'>;

/**
 * Three standard deviations, as a multiple of a canvas's `shadowBlur`, which is two; beyond them a shadow is invisible.
 */
export const BLUR_REACH = 1.5;

/** Returns how far a shadow may extend beyond its caster on any side, in pixels. */
export function shadowReach({ shadowColor, shadowBlur, shadowOffsetX, shadowOffsetY }: Shadow): number {
  if (isTransparent(shadowColor)) return 0;
  // Valid for any rotation.
  return BLUR_REACH * shadowBlur + Math.hypot(shadowOffsetX, shadowOffsetY);
}

/**
 * Paints with a shadow that all parts cast together.
 * @param reach everything that `paint` and its shadow can touch, in the canvas's current coordinates.
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
  paintOffscreen(ctx, env, reach, around, paint, set);
}

/**
 * Paints only the shadow. It is cut out under its caster if that is translucent or blended, because what is visible
 * through the caster must not include its shadow.
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
    // The caster is drawn outside of the canvas, so that only its shadow falls on it.
    const aside = on.canvas.width + 2 * around + 2;
    paintOffscreen(on, env, reach, around, cast, (target) => {
      set(target);
      target.shadowOffsetX += aside;
      target.translate(-aside, 0);
    });
    if (!isCutOut) return;
    paintOffscreen(on, env, reach, 0, cast, (target) => {
      target.globalCompositeOperation = 'destination-out';
    });
  };
  if (!isCutOut) paint(ctx);
  else
    paintOffscreen(ctx, env, reach, 0, paint, (target) => {
      target.globalAlpha = opacity;
      if (blendMode !== 'normal') target.globalCompositeOperation = blendMode;
    });
}

interface ShadowOf {
  /** Opacity of both, 0 to 1, and blending. */
  opacity: number;
  blendMode: BlendMode;
  /** Everything that `cast` and its shadow can touch, in the canvas's current coordinates. */
  reach: Rect;
  cast: (ctx: Canvas2D) => void;
}

/** Returns the shadow settings of a canvas; offset and blur do not follow its transform automatically. */
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
