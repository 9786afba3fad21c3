import type { Size } from './box.ts';
import type { Point } from './point.ts';
import type { StageSize } from './stageSize.ts';

/** Zoom and pan of the canvas. */
export interface CanvasView {
  /** CSS pixels per pixel of the canvas. */
  scale: number;
  /** From the center of the viewport to the center of the canvas, in CSS pixels. */
  x: number;
  y: number;
}

/** Smallest and largest scale, unless the fitting scale is beyond them. */
const LEAST = 0.05;
const MOST = 8;
/** Steps of zooming. */
const stops = [0.05, 0.1, 0.25, 0.33, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8] as const;

/**
 * Zooms a view around a point.
 * @param scale CSS pixels per pixel of the canvas; clamped to 0.05 to 8. @param from CSS pixels from the center of the
 * viewport: this point moves to `to`, within the limits of panning. @param fit the canvas fitted into the viewport.
 */
export function zoomedView(view: CanvasView, scale: number, from: Point, to: Point, fit: StageSize): CanvasView {
  const next = Math.min(Math.max(MOST, fit.scale), Math.max(Math.min(LEAST, fit.scale), scale));
  const by = next / view.scale;
  return keptView({ scale: next, x: to.x - (from.x - view.x) * by, y: to.y - (from.y - view.y) * by }, fit);
}

/** Limits panning so that the canvas still covers the area that it covers when fitted. */
export function keptView({ scale, x, y }: CanvasView, fit: StageSize): CanvasView {
  return { scale, x: kept(x, scale, fit.width, fit), y: kept(y, scale, fit.height, fit) };
}

function kept(way: number, scale: number, length: number, fit: StageSize): number {
  const most = Math.max(0, (length * (scale / fit.scale) - length) / 2);
  return Math.min(most, Math.max(-most, way));
}

/** Returns the next zoom step. @param direction 1: larger, −1: smaller; unchanged at the last one. */
export function nextStop(scale: number, direction: 1 | -1): number {
  const isBeyond = (stop: number) => (direction > 0 ? stop > scale * 1.005 : stop < scale / 1.005);
  return (direction > 0 ? stops.find(isBeyond) : stops.findLast(isBeyond)) ?? scale;
}

/** Most pixels of a zoomed canvas: 4K. */
const MOST_DRAWN = 3840 * 2160;

/**
 * Returns the device pixels per CSS pixel to draw a zoomed canvas with. Reduced if it would exceed 4K, but never to
 * fewer pixels in total than the fitted canvas has.
 * @param size,fit CSS pixels.
 */
export function drawnRatio(size: Size, fit: Size, pixelRatio: number): number {
  const most = Math.max(MOST_DRAWN, fit.width * fit.height * pixelRatio ** 2);
  return Math.min(pixelRatio, Math.sqrt(most / (size.width * size.height)));
}
