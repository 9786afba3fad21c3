import { type Box, layerBox, type Size } from '../../../engine/layout/box.ts';
import type { Fitted, Rect } from '../../../engine/layout/fit.ts';
import { transformOf } from '../../../engine/layout/layerTransform.ts';
import { centerOf, type Point, rotated, rotatedAround } from '../../../engine/layout/point.ts';
import { areaOf, intersection, isFarLarger } from '../../../engine/layout/rect.ts';
import type { LayerState } from '../../../engine/motion/layerState.ts';
import type { VideoLayer } from '../../../engine/project/layers.ts';

/** Maximum area of a moved video in canvas areas, unless it is larger at its original place. */
const mostAreas = 2.25;

/**
 * Returns the factor by which a moved video is scaled up before moving: its largest scale on the way, bounded by
 * `mostAreas`.
 */
export function finenessFor(layer: VideoLayer, states: readonly LayerState[], canvas: Size): number {
  // A chroma key and its shadow state their reach in pixels of the original place.
  if (layer.chromaKey || !states.some(({ move }) => move?.keyed)) return 1;
  const box = layerBox(layer, canvas);
  const scales = states.flatMap(({ move }) => {
    if (!move) return [1];
    const { scaleX, scaleY } = transformOf({ ...move, scale: 1 }, box, canvas);
    return [scaleX, scaleY];
  });
  const largest = Math.max(...scales);
  // Invisible parts are cut off, so a video that is always close is scaled to its largest size.
  const kept = areaOf(intersection(box, seenOver(states, box, canvas, 1)));
  const most = Math.sqrt((mostAreas * areaOf(canvas)) / Math.max(1, kept));
  return Math.max(0.05, Math.min(largest, Math.max(1, most)));
}

/** Scales a box around its center. */
export function enlarged({ x, y, width, height, rotation }: Box, by: number): Box {
  const [wide, high] = [width * by, height * by];
  return { x: x + (width - wide) / 2, y: y + (height - high) / 2, width: wide, height: high, rotation };
}

/** Maps a point of an enlarged frame back to its original place. */
export function nearer(point: Point, box: Box, by: number): Point {
  const center = centerOf(box);
  return { x: center.x + (point.x - center.x) / by, y: center.y + (point.y - center.y) / by };
}

/** Pixels that are kept around the canvas, so that a cut edge is never visible. */
export const cutMargin = { x: 8, y: 8 };

/**
 * Returns the upright rectangle, in coordinates of a moved layer, that covers the canvas in all states. @param by scale
 * of the layer around its center.
 */
export function seenOver(states: readonly LayerState[], box: Box, canvas: Size, by: number): Rect {
  const center = centerOf(box);
  const corners = [-cutMargin.x, canvas.width + cutMargin.x].flatMap((x) =>
    [-cutMargin.y, canvas.height + cutMargin.y].map((y) => ({ x, y })),
  );
  const points = states.flatMap(({ move }) => {
    const moved = move ? transformOf(move, box, canvas) : { x: 0, y: 0, scaleX: 1, scaleY: 1, rotation: box.rotation };
    return corners.map((corner) => {
      const own = rotated({ x: corner.x - center.x - moved.x, y: corner.y - center.y - moved.y }, -moved.rotation);
      const share = (way: number, scale: number) => (by * way) / Math.max(1e-3, scale);
      return { x: center.x + share(own.x, moved.scaleX), y: center.y + share(own.y, moved.scaleY) };
    });
  });
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [least(xs), least(ys)];
  return { x: left, y: top, width: -least(xs.map((x) => -x)) - left, height: -least(ys.map((y) => -y)) - top };
}

function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
}

/**
 * Places a fitted frame on the canvas. The returned target is in canvas pixels, upright, to be rotated around its own
 * center. A frame far larger than the canvas is cut to its visible part, because scaling the rest would cost unbounded
 * memory and time. The cut falls between pairs of coded pixels, so that it shifts nothing by subpixels.
 * @param pair size of two coded pixels, in pixels of the crop.
 */
export function cropToVisible(
  { crop, target }: Fitted,
  { box, canvas, seen: visible, pair }: { box: Box; canvas: Size; seen: Rect; pair: Size },
): Placed {
  const whole = { ...target, x: box.x + target.x, y: box.y + target.y };
  const radius = Math.hypot(whole.width, whole.height) / 2;
  if (!isFarLarger(whole, canvas))
    return {
      crop,
      target: whole,
      middle: { x: whole.width / 2, y: whole.height / 2 },
      radius,
      whole: { ...whole, x: 0, y: 0 },
    };
  const share = { x: crop.width / whole.width, y: crop.height / whole.height };
  const grid = { width: pair.width / share.x, height: pair.height / share.y };
  const seen = ontoPairs(storedOf(whole, visible), whole, grid, { x: crop.x / share.x, y: crop.y / share.y });
  const middle = rotatedAround(centerOf(seen), centerOf(box), box.rotation);
  return {
    crop: {
      x: crop.x + (seen.x - whole.x) * share.x,
      y: crop.y + (seen.y - whole.y) * share.y,
      width: seen.width * share.x,
      height: seen.height * share.y,
    },
    target: { ...seen, x: middle.x - seen.width / 2, y: middle.y - seen.height / 2 },
    middle: { x: whole.x + whole.width / 2 - seen.x, y: whole.y + whole.height / 2 - seen.y },
    radius,
    whole: { ...whole, x: whole.x - seen.x, y: whole.y - seen.y },
  };
}

/** A fitted frame on the canvas. */
export interface Placed extends Fitted {
  /** Center of the whole frame, relative to the corner of the kept part, in pixels. */
  middle: Point;
  /** Half of the whole frame's diagonal, in pixels. */
  radius: number;
  /** The whole frame, relative to the corner of the kept part, in pixels. */
  whole: Rect;
}

/** Extends the kept part to pairs of pixels. @param offset offset of the crop in its source. */
function ontoPairs(kept: Rect, picture: Rect, pair: Size, offset: Point): Rect {
  const side = (from: number, length: number, start: number, whole: number, grid: number, before: number) => {
    const origin = start - before;
    const first = Math.max(start, origin + grid * Math.floor((from - origin) / grid));
    const last = Math.min(start + whole, origin + grid * Math.ceil((from + length - origin) / grid));
    return [first, last - first] as const;
  };
  const [x, width] = side(kept.x, kept.width, picture.x, picture.width, pair.width, offset.x);
  const [y, height] = side(kept.y, kept.height, picture.y, picture.height, pair.height, offset.y);
  return { x, y, width, height };
}

/** Returns the kept part of a frame: at least one pixel, if only its bounds reach the canvas. */
function storedOf(picture: Rect, kept: Rect): Rect {
  const { x, y, width, height } = intersection(picture, kept);
  return {
    x: Math.min(x, picture.x + picture.width - 1),
    y: Math.min(y, picture.y + picture.height - 1),
    width: Math.max(1, width),
    height: Math.max(1, height),
  };
}
