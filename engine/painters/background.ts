import type { Size } from '../layout/box.ts';
import { isTransparent } from '../layout/color.ts';
import type { Canvas2D } from './canvas.ts';

/** Fills a canvas with a scene's background color; does nothing for "none" or a transparent color. */
export function paintBackground(ctx: Canvas2D, background: string, canvas: Size): void {
  if (isTransparent(background)) return;
  ctx.save();
  ctx.fillStyle = background;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  ctx.restore();
}
