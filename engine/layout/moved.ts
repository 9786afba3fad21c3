import type { View } from '../kinds/pictureMotion.ts';
import type { Keyed } from '../motion/keyed.ts';
import type { Move } from '../motion/layerState.ts';
import { type Box, boundsOf, type Size } from './box.ts';
import { centerOf, type Point, rotated } from './point.ts';

/** How a layer is moved as a picture: by how much its middle, pixels of the canvas, its size around it, and how it is rotated. */
export interface Moved {
  x: number;
  y: number;
  /** Factors of its width and height before it is rotated. */
  scaleX: number;
  scaleY: number;
  /** Degrees clockwise; in its place it is rotated as its box is. */
  rotation: number;
}

/** How a layer is moved on its canvas. @param box where it stands in its place, pixels. */
export function movedBy({ away, scale, keyed }: Move, box: Box, canvas: Size): Moved {
  const at = keyedBox(box, keyed, canvas);
  const { x, y, width, height } = boundsOf(at);
  const [from, to] = [centerOf(box), centerOf(at)];
  return {
    x: to.x - from.x + wayOut(away.x, x, width, canvas.width),
    y: to.y - from.y + wayOut(away.y, y, height, canvas.height),
    scaleX: scale * shareOf(at.width, box.width),
    scaleY: scale * shareOf(at.height, box.height),
    rotation: at.rotation,
  };
}

/** Where keyframes have a box, pixels. */
export function keyedBox(box: Box, keyed: Keyed | undefined, canvas: Size): Box {
  if (!keyed) return box;
  const { x, y, width, height, rotation = box.rotation } = keyed;
  const pixels = (percent: number | undefined, side: number) =>
    percent === undefined ? undefined : (percent / 100) * side;
  return {
    x: pixels(x, canvas.width) ?? box.x,
    y: pixels(y, canvas.height) ?? box.y,
    width: Math.max(0, pixels(width, canvas.width) ?? box.width),
    height: Math.max(0, pixels(height, canvas.height) ?? box.height),
    rotation,
  };
}

/** A box, pixels, as keyframes would have it. */
export function keyedOf({ x, y, width, height, rotation }: Box, canvas: Size): Keyed {
  const percent = (pixels: number, side: number) => (100 * pixels) / side;
  return {
    ...{ x: percent(x, canvas.width), y: percent(y, canvas.height) },
    ...{ width: percent(width, canvas.width), height: percent(height, canvas.height), rotation },
  };
}

/** A point beside the middle of a layer in its place, where the layer is: beside its middle there. @param box its place. */
export function movedPoint({ scaleX, scaleY, rotation }: Moved, point: Point, box: Box): Point {
  if (box.rotation === rotation && scaleX === scaleY) return { x: scaleX * point.x, y: scaleX * point.y };
  const own = rotated(point, -box.rotation);
  return rotated({ x: scaleX * own.x, y: scaleY * own.y }, rotation);
}

/** Of nothing, nothing is a share: what has no size keeps it. */
function shareOf(length: number, whole: number): number {
  return whole > 0 ? length / whole : 1;
}

/** Greatest and least power of two by which the picture of a layer is painted finer than it is in its place. */
const finest = 2;
const coarsest = -5;
/** Such a picture is painted no finer than this many times the canvas's area. */
const largest = 4;

/**
 * In how many pixels a layer that keyframes move is painted for each of its place: so that it is shrunk to where it is, and by
 * half at most. A power of two, so that a picture serves for long; 1 for what no keyframe moves.
 */
export function finenessOf({ keyed }: Move, box: Box, canvas: Size): number {
  if (!keyed || (keyed.width === undefined && keyed.height === undefined)) return 1;
  const at = keyedBox(box, keyed, canvas);
  const scale = Math.max(shareOf(at.width, box.width), shareOf(at.height, box.height));
  const areas = (box.width * box.height) / (canvas.width * canvas.height);
  const most = Math.floor(Math.log2(Math.max(1e-9, largest / Math.max(1e-9, areas))) / 2);
  const wanted = Math.ceil(Math.log2(Math.max(1e-9, scale)) - 1e-6);
  return 2 ** Math.max(coarsest, Math.min(finest, most, wanted));
}

/** So much of the canvas's side further out, nothing of most outlines and shadows reaches onto it any more. */
const BEYOND = 0.02;

/** A share of the way from a place to beyond the canvas. */
function wayOut(share: number, start: number, length: number, canvas: number): number {
  if (share === 0) return 0;
  return share * (Math.max(0, share < 0 ? start + length : canvas - start) + BEYOND * canvas);
}

/** The edges of what is seen of a layer, pixels from the middle of its box before it is scaled and rotated. */
export interface SeenEdges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Beyond everything. */
const FAR = 1e6;

/** All of it is seen. */
export const allSeen: SeenEdges = { left: -FAR, top: -FAR, right: FAR, bottom: FAR };

/** The edges of a view of a box. What reaches beyond an edge of the box, such as its shadow, is seen where that edge is. */
export function seenEdges({ x, y, width, height }: View, box: Size): SeenEdges {
  return {
    left: x <= 0 ? -FAR : (x - 0.5) * box.width,
    top: y <= 0 ? -FAR : (y - 0.5) * box.height,
    right: x + width >= 1 ? FAR : (x + width - 0.5) * box.width,
    bottom: y + height >= 1 ? FAR : (y + height - 0.5) * box.height,
  };
}
