import type { Rect } from '../layout/fit.ts';
import type { Canvas2D, PaintEnv, Transform } from './canvas.ts';

/**
 * Paints overlapping parts at one common opacity: each part alone at that opacity would let the others shine
 * through. Parts go to a canvas of their own, as large as what is visible of them.
 * @param alpha 0 to 1. @param reach all that `paint` can touch, in the canvas's present coordinates.
 */
export function paintAsOne(
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
  const now = ctx.getTransform();
  const seen = visiblePart(reach, now, ctx.canvas);
  if (!seen) return;
  const beside = env.surface(seen.width, seen.height);
  beside.ctx.setTransform(now.a, now.b, now.c, now.d, now.e - seen.x, now.f - seen.y);
  paint(beside.ctx);
  ctx.save();
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.globalAlpha = alpha;
  ctx.drawImage(beside.source, 0, 0, seen.width, seen.height, seen.x, seen.y, seen.width, seen.height);
  ctx.restore();
}

/** The upright rectangle around a rectangle after a transform. */
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

/** Whole pixels of the canvas that a rectangle covers; undefined when there are none. */
function visiblePart(rect: Rect, transform: Transform, canvas: { width: number; height: number }): Rect | undefined {
  const bounds = transformedBounds(rect, transform);
  const left = Math.max(0, Math.floor(bounds.x) - 1);
  const top = Math.max(0, Math.floor(bounds.y) - 1);
  const right = Math.min(canvas.width, Math.ceil(bounds.x + bounds.width) + 1);
  const bottom = Math.min(canvas.height, Math.ceil(bounds.y + bounds.height) + 1);
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : undefined;
}
