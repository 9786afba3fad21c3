import type { Box } from '../layout/box.ts';
import { isTransparent } from '../layout/color.ts';
import type { Rect } from '../layout/fit.ts';
import { grown } from '../layout/rect.ts';
import type { TextLayer } from '../project/layers.ts';
import type { Canvas2D } from './canvas.ts';
import { addRounded } from './rounded.ts';

/** Whether a text stands on a ground of its own that can be seen. */
export function hasBackground({ backgroundStyle, background }: TextLayer): boolean {
  return backgroundStyle !== 'none' && !isTransparent(background);
}

/** The box that is left for the letters of a text: with a background its padding is taken off every side. */
export function textRoom<B extends { width: number; height: number }>(
  layer: TextLayer,
  box: B,
): B & { x: number; y: number } {
  const { x = 0, y = 0 } = box as Partial<Box>;
  const padding = hasBackground(layer) ? Math.min(layer.padding, box.width / 2, box.height / 2) : 0;
  return { ...box, x: x + padding, y: y + padding, width: box.width - 2 * padding, height: box.height - 2 * padding };
}

/**
 * Paints the ground behind a text: behind its whole box, or behind each line. Grounds of lines that overlap are one area,
 * so a half-transparent color is nowhere darker.
 * @param lines where the letters of each line stand, pixels. @param color the layer's, in the state of its animation.
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

/** The areas of the ground behind a text, pixels; none where it has none. @param lines see paintTextBackground. */
export function textGrounds(layer: TextLayer, box: Rect, lines: readonly Rect[]): Rect[] {
  if (!hasBackground(layer)) return [];
  return layer.backgroundStyle === 'box' ? [box] : lines.map((line) => grown(line, layer.padding));
}
