import type { Size } from './box.ts';
import type { Point } from './point.ts';
import type { StageSize } from './stageSize.ts';

/** How a canvas is looked at beyond fitting its place. */
export interface CanvasView {
  /** CSS pixels per pixel of the canvas. */
  scale: number;
  /** From the middle of the place to the middle of the canvas, CSS pixels. */
  x: number;
  y: number;
}

/** The smallest and the largest scale, unless the fitting one is smaller or larger. */
const LEAST = 0.05;
const MOST = 8;
/** Where zooming by steps stops. */
const stops = [0.05, 0.1, 0.25, 0.33, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8] as const;

/**
 * A view zoomed around a point.
 * @param scale CSS pixels per pixel of the canvas; cut to 0.05 to 8. @param from CSS pixels from the middle of the place:
 * what is seen there is seen at `to` afterwards, as far as the view may go. @param fit the canvas as it fits its place.
 */
export function zoomedView(view: CanvasView, scale: number, from: Point, to: Point, fit: StageSize): CanvasView {
  const next = Math.min(Math.max(MOST, fit.scale), Math.max(Math.min(LEAST, fit.scale), scale));
  const by = next / view.scale;
  return keptView({ scale: next, x: to.x - (from.x - view.x) * by, y: to.y - (from.y - view.y) * by }, fit);
}

/** A view that goes no further than where the canvas still covers what it covers when it fits. */
export function keptView({ scale, x, y }: CanvasView, fit: StageSize): CanvasView {
  return { scale, x: kept(x, scale, fit.width, fit), y: kept(y, scale, fit.height, fit) };
}

function kept(way: number, scale: number, length: number, fit: StageSize): number {
  const most = Math.max(0, (length * (scale / fit.scale) - length) / 2);
  return Math.min(most, Math.max(-most, way));
}

/** The next scale at which steps of zooming stop. @param direction 1: larger, −1: smaller; the same at the last one. */
export function nextStop(scale: number, direction: 1 | -1): number {
  const isBeyond = (stop: number) => (direction > 0 ? stop > scale * 1.005 : stop < scale / 1.005);
  return (direction > 0 ? stops.find(isBeyond) : stops.findLast(isBeyond)) ?? scale;
}

/** Most pixels that a zoomed canvas is drawn with: those of 4K. */
const MOST_DRAWN = 3840 * 2160;

/**
 * Pixels of the device per CSS pixel with which a zoomed canvas is drawn: fewer than the device's own where it would
 * have more than those of 4K, yet never fewer in all than when it fits.
 * @param size,fit CSS pixels.
 */
export function drawnRatio(size: Size, fit: Size, pixelRatio: number): number {
  const most = Math.max(MOST_DRAWN, fit.width * fit.height * pixelRatio ** 2);
  return Math.min(pixelRatio, Math.sqrt(most / (size.width * size.height)));
}
