import type { View } from '../kinds/pictureMotion.ts';
import type { Keyed } from '../motion/keyed.ts';
import type { Move } from '../motion/layerState.ts';
import { type Box, boundsOf, type Size } from './box.ts';
import { centerOf, type Point, rotated } from './point.ts';

/** Transform of a painted layer: offset of its center in pixels of the canvas, scale and rotation. */
export interface LayerTransform {
  x: number;
  y: number;
  /** Scale of width and height before rotation. */
  scaleX: number;
  scaleY: number;
  /** Degrees clockwise; equals the rotation of its box if it is in place. */
  rotation: number;
}

/** Returns the transform of a layer on its canvas. @param box its static box, in pixels. */
export function transformOf({ away, scale, keyed }: Move, box: Box, canvas: Size): LayerTransform {
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

/** Applies keyframe values to a box, in pixels. */
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

/** Returns the keyframe values of a box in pixels. */
export function keyedOf({ x, y, width, height, rotation }: Box, canvas: Size): Keyed {
  const percent = (pixels: number, side: number) => (100 * pixels) / side;
  return {
    ...{ x: percent(x, canvas.width), y: percent(y, canvas.height) },
    ...{ width: percent(width, canvas.width), height: percent(height, canvas.height), rotation },
  };
}

/** Maps an offset from the center of a static layer to the moved layer. @param box its static box. */
export function movedPoint({ scaleX, scaleY, rotation }: LayerTransform, point: Point, box: Box): Point {
  if (box.rotation === rotation && scaleX === scaleY) return { x: scaleX * point.x, y: scaleX * point.y };
  const own = rotated(point, -box.rotation);
  return rotated({ x: scaleX * own.x, y: scaleY * own.y }, rotation);
}

/** Returns 1 for a box without size, so that it keeps it. */
function shareOf(length: number, whole: number): number {
  return whole > 0 ? length / whole : 1;
}

/** Largest and smallest exponent of two for painting a layer at another resolution. */
const finest = 2;
const coarsest = -5;
/** Largest area of a painted layer, in canvas areas. */
const largest = 4;

/**
 * Returns the resolution factor for painting a layer with keyframes, so that drawing shrinks it, but by at most half. A
 * power of two, so that one painted image serves for long; 1 if no keyframe changes its size.
 */
export function resolutionFactor({ keyed }: Move, box: Box, canvas: Size): number {
  if (!keyed || (keyed.width === undefined && keyed.height === undefined)) return 1;
  const at = keyedBox(box, keyed, canvas);
  const scale = Math.max(shareOf(at.width, box.width), shareOf(at.height, box.height));
  const areas = (box.width * box.height) / (canvas.width * canvas.height);
  const most = Math.floor(Math.log2(Math.max(1e-9, largest / Math.max(1e-9, areas))) / 2);
  const exponent = Math.ceil(Math.log2(Math.max(1e-9, scale)) - 1e-6);
  return 2 ** Math.max(coarsest, Math.min(finest, most, exponent));
}

/** Additional distance beyond the canvas, as a share of its side, that hides most outlines and shadows. */
const BEYOND = 0.02;

/** Returns a share of the distance from a position to beyond the canvas. */
function wayOut(share: number, start: number, length: number, canvas: number): number {
  if (share === 0) return 0;
  return share * (Math.max(0, share < 0 ? start + length : canvas - start) + BEYOND * canvas);
}

/** Edges of the visible part of a layer, in pixels from the center of its box before scale and rotation. */
export interface SeenEdges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Beyond any edge. */
const FAR = 1e6;

/** Edges that hide nothing. */
export const allSeen: SeenEdges = { left: -FAR, top: -FAR, right: FAR, bottom: FAR };

/**
 * Returns the edges of a view of a box. Content that extends beyond an edge of the box, such as a shadow, is visible if
 * that edge is.
 */
export function seenEdges({ x, y, width, height }: View, box: Size): SeenEdges {
  return {
    left: x <= 0 ? -FAR : (x - 0.5) * box.width,
    top: y <= 0 ? -FAR : (y - 0.5) * box.height,
    right: x + width >= 1 ? FAR : (x + width - 0.5) * box.width,
    bottom: y + height >= 1 ? FAR : (y + height - 0.5) * box.height,
  };
}
