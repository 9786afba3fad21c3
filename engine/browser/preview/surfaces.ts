import type { Canvas2D, PaintEnv, Surface } from '../../painters/canvas.ts';

/** An offscreen canvas and its context, as the painters use it. */
export interface BrowserSurface extends Surface {
  source: OffscreenCanvas;
}

/** Creates an empty, transparent canvas. @param width whole pixels; at least 1 is used. */
export function createSurface(width: number, height: number): BrowserSurface {
  const source = new OffscreenCanvas(Math.max(1, width), Math.max(1, height));
  const ctx = source.getContext('2d');
  if (!ctx) throw new Error('This browser does not provide a canvas.');
  // The painters' interface is narrower than the browser's and allows more values to be set.
  return { ctx: ctx as unknown as Canvas2D, source };
}

/** Platform functions of the painters in browsers. */
export const browserSide: Pick<PaintEnv, 'path' | 'surface'> = {
  path: (data) => new Path2D(data),
  surface: createSurface,
};
