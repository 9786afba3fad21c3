import { applyEffects, type EffectUse } from '../effects/layerEffects.ts';
import type { Rect } from '../layout/fit.ts';
import type { Canvas2D, PaintEnv, Transform } from './canvas.ts';

/** Largest image on which effects are computed, in pixels; larger ones are computed smaller and enlarged. */
const mostPixels = 8_000_000;

/**
 * Paints on an additional canvas, applies effects, and draws the result.
 * @param uses the effects. @param area painted area, in the canvas's current coordinates; its edges are those of the
 * picture.
 */
export function paintWithEffects(
  ctx: Canvas2D,
  env: PaintEnv,
  uses: readonly EffectUse[],
  area: Rect,
  paint: (ctx: Canvas2D) => void,
): void {
  if (area.width <= 0 || area.height <= 0) return;
  const { x: across, y: down } = scaleOf(ctx.getTransform());
  const pixels = area.width * across * area.height * down;
  const fineness = Math.min(1, Math.sqrt(mostPixels / Math.max(1, pixels)));
  const width = Math.max(1, Math.round(area.width * across * fineness));
  const height = Math.max(1, Math.round(area.height * down * fineness));
  const surface = env.surface(width, height);
  const [scaleX, scaleY] = [width / area.width, height / area.height];
  surface.ctx.setTransform(scaleX, 0, 0, scaleY, -area.x * scaleX, -area.y * scaleY);
  paint(surface.ctx);
  const image = surface.ctx.getImageData(0, 0, width, height);
  const shorter = Math.min(env.box.width, env.box.height);
  applyEffects(image, uses, { x: shorter * scaleX, y: shorter * scaleY });
  surface.ctx.putImageData(image, 0, 0);
  ctx.imageSmoothingEnabled = true;
  ctx.imageSmoothingQuality = 'high';
  ctx.drawImage(surface.source, 0, 0, width, height, area.x, area.y, area.width, area.height);
}

/** Extends an area to whole pixels of the canvas, if that is not rotated, so that drawing it does not blur it. */
export function onWholePixels({ x, y, width, height }: Rect, transform: Transform): Rect {
  const { a, d, e, f } = transform;
  const scale = scaleOf(transform);
  const side = (from: number, length: number, by: number, shift: number): [number, number] => {
    const start = Math.floor(from * by + shift);
    return [(start - shift) / by, (Math.ceil((from + length) * by + shift) - start) / by];
  };
  const isUpright = a > 0 && d > 0 && transform.b === 0 && transform.c === 0;
  const [left, wide] = side(x, width, scale.x, isUpright ? e : 0);
  const [top, high] = side(y, height, scale.y, isUpright ? f : 0);
  return { x: left, y: top, width: wide, height: high };
}

function scaleOf({ a, b, c, d }: Transform): { x: number; y: number } {
  return { x: Math.max(1e-6, Math.hypot(a, b)), y: Math.max(1e-6, Math.hypot(c, d)) };
}
