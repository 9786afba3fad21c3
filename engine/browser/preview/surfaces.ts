import type { Canvas2D, PaintEnv, Surface } from '../../painters/canvas.ts';

/** A canvas of the browser's beside the page, and its context as the painters know it. */
export interface BrowserSurface extends Surface {
  source: OffscreenCanvas;
}

/** Makes an empty, transparent canvas. @param width whole pixels; at least 1 is made of it. */
export function createSurface(width: number, height: number): BrowserSurface {
  const source = new OffscreenCanvas(Math.max(1, width), Math.max(1, height));
  const ctx = source.getContext('2d');
  if (!ctx) throw new Error('This browser does not provide a canvas.');
  // The painters' own interface says less than the browser's and lets more be set.
  return { ctx: ctx as unknown as Canvas2D, source };
}

/** What painters need of this side beside a canvas. */
export const browserSide: Pick<PaintEnv, 'path' | 'surface'> = {
  path: (data) => new Path2D(data),
  surface: createSurface,
};
