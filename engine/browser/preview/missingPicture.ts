import type { Box } from '../../layout/box.ts';
import type { Canvas2D } from '../../painters/canvas.ts';

/** Neutral grays that suit light and dark scenes. */
const ground = '#e7e7ec';
const ink = '#8d8d99';
/** Side of the symbol: a share of the box's smaller side, and its maximum in project pixels. */
const share = 0.4;
const largest = 120;

/**
 * Paints the substitute for an image or video that cannot be shown: a gray box with a crossed-out image. The renderer
 * rejects such a project; here the layer stays visible, so that it can be found and replaced.
 */
export function paintMissing(ctx: Canvas2D, box: Box): void {
  const side = Math.min(largest, share * Math.min(box.width, box.height));
  ctx.save();
  ctx.fillStyle = ground;
  ctx.fillRect(box.x, box.y, box.width, box.height);
  ctx.translate(box.x + box.width / 2, box.y + box.height / 2);
  ctx.scale(side / 24, side / 24);
  ctx.strokeStyle = ink;
  ctx.lineWidth = 2;
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.beginPath();
  ctx.rect(-9, -9, 18, 18);
  ctx.moveTo(-9, 5);
  ctx.lineTo(-4, 0);
  ctx.lineTo(5, 9);
  ctx.moveTo(-11, -11);
  ctx.lineTo(11, 11);
  ctx.stroke();
  ctx.restore();
}
