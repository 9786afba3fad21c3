import type { Rect } from '../layout/fit.ts';
import type { Canvas2D } from './canvas.ts';

/** The path methods of a canvas. */
type PathContext = Pick<Canvas2D, 'moveTo' | 'lineTo' | 'ellipse' | 'closePath'>;

/**
 * Adds a rectangle with rounded corners to the path, clockwise; the radius is limited to half of a side. Skips empty
 * rectangles.
 */
export function addRounded(ctx: PathContext, { x, y, width, height }: Rect, radius: number): void {
  const r = Math.min(radius, width / 2, height / 2);
  if (!(width > 0 && height > 0)) return;
  const quarter = Math.PI / 2;
  ctx.moveTo(x + r, y);
  ctx.lineTo(x + width - r, y);
  ctx.ellipse(x + width - r, y + r, r, r, 0, -quarter, 0);
  ctx.lineTo(x + width, y + height - r);
  ctx.ellipse(x + width - r, y + height - r, r, r, 0, 0, quarter);
  ctx.lineTo(x + r, y + height);
  ctx.ellipse(x + r, y + height - r, r, r, 0, quarter, 2 * quarter);
  ctx.lineTo(x, y + r);
  ctx.ellipse(x + r, y + r, r, r, 0, 2 * quarter, 3 * quarter);
  ctx.closePath();
}
