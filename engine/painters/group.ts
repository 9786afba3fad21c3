import type { Rect } from '../layout/fit.ts';
import type { Canvas2D, PaintEnv, Transform } from './canvas.ts';

/**
 * Paints overlapping parts with one common opacity; with separate opacities they would shine through each other. Parts
 * are painted on an additional canvas of the size of their visible area.
 * @param alpha 0 to 1. @param reach everything that `paint` can touch, in the canvas's current coordinates.
 */
export function paintAsGroup(
  ctx: Canvas2D,
  env: PaintEnv,
  alpha: number,
  reach: Rect,
  paint: (ctx: Canvas2D) => void,
): void {
  if (alpha <= 0) return;
  if (alpha >= 1) {
    paint(ctx);
    return;
  }
  paintOffscreen(ctx, env, reach, 0, paint, (target) => {
    target.globalAlpha = alpha;
  });
}

/**
 * Paints parts on an additional canvas, then draws that one as a single image.
 * @param reach everything that `paint` can touch, in the canvas's current coordinates. @param around distance beyond
 * the canvas within which content still matters, in pixels of the canvas. @param set configures how the image is drawn.
 */
export function paintOffscreen(
  ctx: Canvas2D,
  env: PaintEnv,
  reach: Rect,
  around: number,
  paint: (ctx: Canvas2D) => void,
  set: (ctx: Canvas2D) => void,
): void {
  const now = ctx.getTransform();
  const seen = visiblePart(reach, now, ctx.canvas, Math.ceil(around));
  if (!seen) return;
  const layerSurface = env.surface(seen.width, seen.height);
  layerSurface.ctx.setTransform(now.a, now.b, now.c, now.d, now.e - seen.x, now.f - seen.y);
  paint(layerSurface.ctx);
  ctx.save();
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  set(ctx);
  ctx.drawImage(layerSurface.source, 0, 0, seen.width, seen.height, seen.x, seen.y, seen.width, seen.height);
  ctx.restore();
}

/** Returns the upright bounds of a transformed rectangle. */
export function transformedBounds(rect: Rect, { a, b, c, d, e, f }: Transform): Rect {
  const xs = [rect.x, rect.x + rect.width];
  const ys = [rect.y, rect.y + rect.height];
  const corners = xs.flatMap((x) => ys.map((y) => ({ x: a * x + c * y + e, y: b * x + d * y + f })));
  const left = Math.min(...corners.map(({ x }) => x));
  const top = Math.min(...corners.map(({ y }) => y));
  return {
    x: left,
    y: top,
    width: Math.max(...corners.map(({ x }) => x)) - left,
    height: Math.max(...corners.map(({ y }) => y)) - top,
  };
}

/** Returns the whole pixels of the canvas and its surroundings that a rectangle covers; undefined if none. */
function visiblePart(
  rect: Rect,
  transform: Transform,
  canvas: { width: number; height: number },
  around: number,
): Rect | undefined {
  const bounds = transformedBounds(rect, transform);
  const left = Math.max(-around, Math.floor(bounds.x) - 1);
  const top = Math.max(-around, Math.floor(bounds.y) - 1);
  const right = Math.min(canvas.width + around, Math.ceil(bounds.x + bounds.width) + 1);
  const bottom = Math.min(canvas.height + around, Math.ceil(bounds.y + bounds.height) + 1);
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : undefined;
}
