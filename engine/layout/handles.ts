import type { Box } from './box.ts';
import { centerOf, type Point, rotated } from './point.ts';

/** The eight handles of a box, clockwise from its upper left corner, named by compass points. */
export const handles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const;

/** A handle, named as on the unrotated box. */
export type Handle = (typeof handles)[number];

/** Smallest width and height that a layer can be resized to, in pixels of the stage. */
export const MIN_LAYER_SIDE = 15;

/** How a box is resized. */
export interface ResizeOptions {
  /** Keeps the ratio of width and height. */
  keepRatio: boolean;
  /** Keeps the center in place, instead of the opposite corner or edge. Default false. */
  fromCenter?: boolean;
  /** Smallest width and height, in pixels of the box's own space. Default 15. */
  minSide?: number;
}

/** Returns the sides that a handle moves: −1 left or top, 1 right or bottom, 0 none. */
export function sidesOf(handle: Handle): Point {
  return {
    x: handle.includes('e') ? 1 : handle.includes('w') ? -1 : 0,
    y: handle.includes('s') ? 1 : handle.includes('n') ? -1 : 0,
  };
}

/** Returns the position of a handle in pixels, rotated with the box. */
export function handlePoint(box: Box, handle: Handle): Point {
  const { x, y } = sidesOf(handle);
  const center = centerOf(box);
  const way = rotated({ x: (x * box.width) / 2, y: (y * box.height) / 2 }, box.rotation);
  return { x: center.x + way.x, y: center.y + way.y };
}

/** Returns the CSS cursor for a handle: the double arrow closest to its direction on the rotated box. */
export function handleCursor(handle: Handle, rotation: number): string {
  const arrows = ['ns-resize', 'nesw-resize', 'ew-resize', 'nwse-resize'] as const;
  const { x, y } = sidesOf(handle);
  const degrees = (Math.atan2(x, -y) * 180) / Math.PI + rotation;
  const eighth = Math.round(degrees / 45) % 4;
  return arrows[(eighth + 4) % 4] as string;
}

/**
 * Resizes a box by a handle. The opposite corner, or the middle of the opposite edge, stays in place on screen, also if
 * the box is rotated. The box never gets smaller than the minimum and never flips; sides that the handle does not move
 * stay.
 * @param start the box at the start of the drag. @param way of the pointer since then, in pixels of the canvas.
 */
export function resizeBox(start: Box, handle: Handle, way: Point, options: ResizeOptions): Box {
  const sides = sidesOf(handle);
  const along = rotated(way, -start.rotation);
  const both = options.fromCenter ? 2 : 1;
  const grown = { x: sides.x * along.x * both, y: sides.y * along.y * both };
  const minSide = options.minSide ?? MIN_LAYER_SIDE;
  const hasRatio = options.keepRatio && start.width > 0 && start.height > 0;
  const size = hasRatio ? scaledSize(start, sides, grown, minSide) : freeSize(start, sides, grown, minSide);
  return grownBox(start, sides, size, options.fromCenter ?? false);
}

/**
 * Resizes a box, anchored at the point that a handle does not move.
 * @param sides which sides move, from sidesOf. @param fromCenter anchored at its center.
 */
export function grownBox(start: Box, sides: Point, size: { width: number; height: number }, fromCenter: boolean): Box {
  const anchor = fromCenter ? 0 : 0.5;
  const way = rotated(
    { x: sides.x * anchor * (size.width - start.width), y: sides.y * anchor * (size.height - start.height) },
    start.rotation,
  );
  const center = centerOf(start);
  return {
    x: center.x + way.x - size.width / 2,
    y: center.y + way.y - size.height / 2,
    width: size.width,
    height: size.height,
    rotation: start.rotation,
  };
}

function freeSize(start: Box, sides: Point, grown: Point, minSide: number): { width: number; height: number } {
  return {
    width: sides.x === 0 ? start.width : Math.max(minSide, start.width + grown.x),
    height: sides.y === 0 ? start.height : Math.max(minSide, start.height + grown.y),
  };
}

/** An edge scales by its own distance; a corner by the pointer's distance along the diagonal. */
function scaledSize(start: Box, sides: Point, grown: Point, minSide: number): { width: number; height: number } {
  const { width, height } = start;
  const across = (sides.x === 0 ? 0 : width ** 2) + (sides.y === 0 ? 0 : height ** 2);
  const scale = 1 + (grown.x * width + grown.y * height) / across;
  const bounded = Math.max(scale, minSide / width, minSide / height);
  return { width: width * bounded, height: height * bounded };
}
