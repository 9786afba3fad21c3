import { type Box, boundsOf, type Size } from './box.ts';
import { grownBox, type Handle, MIN_LAYER_SIDE, type ResizeOptions, sidesOf } from './handles.ts';

/** Where edges snap, as shares of the canvas on each axis: together a grid of 3 by 3 points. */
const snapShares = [0, 0.5, 1] as const;
/** How near an edge must be, as a share of the canvas on its axis. */
const tolerance = 0.02;
/** An edge this near to a line stands on it, pixels. */
const touching = 0.01;

/** A red line across the canvas that shows what an edge snapped to. */
export interface Guide {
  /** horizontal: a line from left to right at a height; vertical: one from top to bottom. */
  orientation: 'horizontal' | 'vertical';
  /** Where: y of a horizontal line, x of a vertical one, pixels of the canvas. */
  at: number;
  /** Thickness on screen, CSS pixels: 2 for a horizontal line, 1.5 for a vertical one. */
  width: number;
}

/** A box with the guides of where it stands. They are all there are: older ones are to be removed. */
export interface Snapped {
  box: Box;
  guides: Guide[];
}

/** Which axes may snap. */
export interface SnapAxes {
  x: boolean;
  y: boolean;
}

/**
 * Snaps a box that is moved: on each axis the nearest of its two edges and its middle goes to the nearest snap line
 * within 2 % of the canvas. A rotated box snaps by the upright rectangle around it.
 * @param axes default both; an axis that is left out neither moves nor shows guides.
 */
export function snapMove(box: Box, canvas: Size, axes: SnapAxes = { x: true, y: true }): Snapped {
  const bounds = boundsOf(box);
  const dx = axes.x ? nearest(edgesOf(bounds.x, bounds.width), canvas.width) : undefined;
  const dy = axes.y ? nearest(edgesOf(bounds.y, bounds.height), canvas.height) : undefined;
  const moved = { ...box, x: box.x + (dx ?? 0), y: box.y + (dy ?? 0) };
  const after = boundsOf(moved);
  return {
    box: moved,
    guides: [
      ...(axes.x ? guidesAt('vertical', edgesOf(after.x, after.width), canvas.width) : []),
      ...(axes.y ? guidesAt('horizontal', edgesOf(after.y, after.height), canvas.height) : []),
    ],
  };
}

/**
 * Snaps the edges that a resize moves; the others stay. With a ratio to keep, the axis that is nearer to its line
 * decides and the other follows. A rotated box does not snap, and nothing snaps to less than the smallest side.
 * @param start the box before the resize, @param resized after it, as resizeBox gave it.
 */
export function snapResize(start: Box, resized: Box, handle: Handle, canvas: Size, options: ResizeOptions): Snapped {
  if (resized.rotation % 360 !== 0) return { box: resized, guides: [] };
  const sides = sidesOf(handle);
  const moving = {
    x: movingEdges(resized.x, resized.width, sides.x),
    y: movingEdges(resized.y, resized.height, sides.y),
  };
  const both = options.fromCentre ? 2 : 1;
  const minSide = options.minSide ?? MIN_LAYER_SIDE;
  const width = sized(resized.width, nearest(moving.x, canvas.width), sides.x * both, minSide);
  const height = sized(resized.height, nearest(moving.y, canvas.height), sides.y * both, minSide);
  const size = options.keepRatio ? oneScale(resized, { width, height }, minSide) : { width, height };
  const box = grownBox(start, sides, size, options.fromCentre ?? false);
  return {
    box,
    guides: [
      ...guidesAt('vertical', movingEdges(box.x, box.width, sides.x), canvas.width),
      ...guidesAt('horizontal', movingEdges(box.y, box.height, sides.y), canvas.height),
    ],
  };
}

function edgesOf(start: number, length: number): number[] {
  return [start, start + length / 2, start + length];
}

function movingEdges(start: number, length: number, side: number): number[] {
  if (side === 0) return [];
  return [side < 0 ? start : start + length];
}

/** The way of the edge that is nearest to a snap line; undefined when none is within the tolerance. */
function nearest(edges: readonly number[], length: number): number | undefined {
  const ways = edges
    .flatMap((edge) => snapShares.map((share) => share * length - edge))
    .filter((way) => Math.abs(way) <= tolerance * length + 1e-9);
  return ways.sort((a, b) => Math.abs(a) - Math.abs(b))[0];
}

function guidesAt(orientation: Guide['orientation'], edges: readonly number[], length: number): Guide[] {
  const width = orientation === 'horizontal' ? 2 : 1.5;
  return snapShares
    .map((share) => share * length)
    .filter((at) => edges.some((edge) => Math.abs(edge - at) <= touching))
    .map((at) => ({ orientation, at, width }));
}

/** A side after its edge went to a snap line; as it was when that makes it too small. */
function sized(length: number, way: number | undefined, growth: number, minSide: number): number {
  const snapped = length + (way ?? 0) * growth;
  return snapped < minSide ? length : snapped;
}

/** Both sides by the scale of the one that changed less, as that is the nearer snap. */
function oneScale(box: Size, snapped: Size, minSide: number): Size {
  if (box.width <= 0 || box.height <= 0) return box;
  const scales = [snapped.width / box.width, snapped.height / box.height]
    .filter((scale) => scale !== 1 && Math.min(box.width, box.height) * scale >= minSide)
    .sort((a, b) => Math.abs(a - 1) - Math.abs(b - 1));
  const scale = scales[0] ?? 1;
  return { width: box.width * scale, height: box.height * scale };
}
