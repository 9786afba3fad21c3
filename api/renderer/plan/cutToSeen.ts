import { type Box, layerBox, type Size } from '../../../engine/layout/box.ts';
import type { Fitted, Rect } from '../../../engine/layout/fit.ts';
import { movedBy } from '../../../engine/layout/moved.ts';
import { centerOf, type Point, rotated, rotatedAround } from '../../../engine/layout/point.ts';
import { areaOf, intersection, isFarLarger } from '../../../engine/layout/rect.ts';
import type { LayerState } from '../../../engine/motion/layerState.ts';
import type { VideoLayer } from '../../../engine/project/layers.ts';

/** Of a video that is moved no more than this many times the canvas is made, unless it is so in its place. */
const mostAreas = 2.25;

/** How much larger than in its place a video has to be made on its way: as large as it gets there, if that is no matter of the whole canvas and more. */
export function finenessFor(layer: VideoLayer, states: readonly LayerState[], canvas: Size): number {
  // What a key and its shadow reach over is told in pixels of the place.
  if (layer.chromaKey || !states.some(({ move }) => move?.keyed)) return 1;
  const box = layerBox(layer, canvas);
  const scales = states.flatMap(({ move }) => {
    if (!move) return [1];
    const { scaleX, scaleY } = movedBy({ ...move, scale: 1 }, box, canvas);
    return [scaleX, scaleY];
  });
  const largest = Math.max(...scales);
  // What is never seen on the way is cut off: a video that is near all the time is made as large as it gets.
  const kept = areaOf(intersection(box, seenOver(states, box, canvas, 1)));
  const most = Math.sqrt((mostAreas * areaOf(canvas)) / Math.max(1, kept));
  return Math.max(0.05, Math.min(largest, Math.max(1, most)));
}

/** A box that is enlarged around its middle. */
export function enlarged({ x, y, width, height, rotation }: Box, by: number): Box {
  const [wide, high] = [width * by, height * by];
  return { x: x + (width - wide) / 2, y: y + (height - high) / 2, width: wide, height: high, rotation };
}

/** A point of an enlarged picture where it was before. */
export function nearer(point: Point, box: Box, by: number): Point {
  const center = centerOf(box);
  return { x: center.x + (point.x - center.x) / by, y: center.y + (point.y - center.y) / by };
}

/** Pixels around the canvas that are kept, so that a cut edge is never seen. */
export const cutMargin = { x: 8, y: 8 };

/** The upright rectangle around the canvas as it lies on the way for a layer that is moved. @param by how much it is enlarged around its middle. */
export function seenOver(states: readonly LayerState[], box: Box, canvas: Size, by: number): Rect {
  const center = centerOf(box);
  const corners = [-cutMargin.x, canvas.width + cutMargin.x].flatMap((x) =>
    [-cutMargin.y, canvas.height + cutMargin.y].map((y) => ({ x, y })),
  );
  const points = states.flatMap(({ move }) => {
    const moved = move ? movedBy(move, box, canvas) : { x: 0, y: 0, scaleX: 1, scaleY: 1, rotation: box.rotation };
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
 * Puts a fitted picture on the canvas: its target from now on stands in canvas pixels, upright, to be turned around
 * its own center. Of a picture far larger than the canvas only the part that can be seen is kept; scaling the rest
 * would cost memory and time without end. It is cut where its coded picture can be cut, at pairs of pixels, so that nothing
 * of it lies between the pixels then.
 * @param pair size of two pixels of the coded picture, in those of the crop.
 */
export function cutToSeen(
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

/** A fitted picture on the canvas. */
export interface Placed extends Fitted {
  /** Middle of the whole picture, from the corner of what is kept of it, pixels. */
  middle: Point;
  /** Half of the whole picture's diagonal, pixels. */
  radius: number;
  /** The whole picture, from the corner of what is kept of it, pixels. */
  whole: Rect;
}

/** What is kept, with so much more that it begins and ends between pairs of pixels. @param beside where the picture begins in its file. */
function ontoPairs(kept: Rect, picture: Rect, pair: Size, beside: Point): Rect {
  const side = (from: number, length: number, start: number, whole: number, grid: number, before: number) => {
    const origin = start - before;
    const first = Math.max(start, origin + grid * Math.floor((from - origin) / grid));
    const last = Math.min(start + whole, origin + grid * Math.ceil((from + length - origin) / grid));
    return [first, last - first] as const;
  };
  const [x, width] = side(kept.x, kept.width, picture.x, picture.width, pair.width, beside.x);
  const [y, height] = side(kept.y, kept.height, picture.y, picture.height, pair.height, beside.y);
  return { x, y, width, height };
}

/** What of a picture is kept: a pixel at least, for one that only its bounds bring onto the canvas. */
function storedOf(picture: Rect, kept: Rect): Rect {
  const { x, y, width, height } = intersection(picture, kept);
  return {
    x: Math.min(x, picture.x + picture.width - 1),
    y: Math.min(y, picture.y + picture.height - 1),
    width: Math.max(1, width),
    height: Math.max(1, height),
  };
}
