import type { Box } from '../layout/box.ts';
import { isTransparent } from '../layout/color.ts';
import type { Rect } from '../layout/fit.ts';
import { grown } from '../layout/rect.ts';
import type { TextLayer } from '../project/layers.ts';
import type { Canvas2D } from './canvas.ts';
import { addRounded } from './rounded.ts';

/** Returns whether a text has a visible background. */
export function hasBackground({ backgroundStyle, background }: TextLayer): boolean {
  return backgroundStyle !== 'none' && !isTransparent(background);
}

/** Returns the box for the letters of a text: without the padding of a background. */
export function textRoom<B extends { width: number; height: number }>(
  layer: TextLayer,
  box: B,
): B & { x: number; y: number } {
  const { x = 0, y = 0 } = box as Partial<Box>;
  const padding = hasBackground(layer) ? Math.min(layer.padding, box.width / 2, box.height / 2) : 0;
  return { ...box, x: x + padding, y: y + padding, width: box.width - 2 * padding, height: box.height - 2 * padding };
}

/**
 * Paints the background of a text: behind its whole box, or behind each line. Overlapping line backgrounds form one
 * area, so a translucent color is not darker there.
 * @param lines areas of the lines, in pixels. @param color of the layer, in its animation state.
 */
export function paintTextBackground(
  ctx: Canvas2D,
  layer: TextLayer,
  box: Box,
  lines: readonly Rect[],
  color: string,
): void {
  ctx.beginPath();
  for (const area of textGrounds(layer, box, lines)) addRounded(ctx, area, layer.radius);
  ctx.fillStyle = color;
  ctx.fill();
}

/** Returns the background areas of a text in pixels; empty if it has none. @param lines see paintTextBackground. */
export function textGrounds(layer: TextLayer, box: Rect, lines: readonly Rect[]): Rect[] {
  if (!hasBackground(layer)) return [];
  return layer.backgroundStyle === 'box' ? [box] : lines.map((line) => grown(line, layer.padding));
}
