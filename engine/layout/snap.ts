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

/** Lines beside those of the canvas that edges snap to. */
export interface SnapLines {
  /** Where vertical lines stand, and horizontal ones, pixels of the canvas. */
  x: readonly number[];
  y: readonly number[];
  /** How near an edge must be, pixels of the canvas. */
  within: number;
  /** So many times nearer than usual an edge must be to the lines of the canvas, 1 or more. Default 1. */
  nearer?: number;
}

const noLines: SnapLines = { x: [], y: [], within: 0 };

/** The edges and middles of boxes as lines to snap to; a rotated box has those of the upright rectangle around it. */
export function snapLinesAround(boxes: readonly Box[], within: number): SnapLines {
  const bounds = boxes.map((box) => boundsOf(box));
  return {
    x: bounds.flatMap(({ x, width }) => edgesOf(x, width)),
    y: bounds.flatMap(({ y, height }) => edgesOf(y, height)),
    within,
  };
}

/** Which axes may snap. */
export interface SnapAxes {
  x: boolean;
  y: boolean;
}

/**
 * Snaps a box that is moved: on each axis the nearest of its two edges and its middle goes to the nearest snap line
 * within 2 % of the canvas (less where the lines say so), else to the nearest of other lines. A rotated box snaps by the
 * upright rectangle around it.
 * @param axes default both; an axis that is left out neither moves nor shows guides. @param lines default none.
 */
export function snapMove(box: Box, canvas: Size, axes: SnapAxes = { x: true, y: true }, lines = noLines): Snapped {
  const bounds = boundsOf(box);
  const dx = axes.x ? wayToLine(edgesOf(bounds.x, bounds.width), canvas.width, lines.x, lines) : undefined;
  const dy = axes.y ? wayToLine(edgesOf(bounds.y, bounds.height), canvas.height, lines.y, lines) : undefined;
  const moved = { ...box, x: box.x + (dx ?? 0), y: box.y + (dy ?? 0) };
  const after = boundsOf(moved);
  return {
    box: moved,
    guides: [
      ...(axes.x ? guidesAt('vertical', edgesOf(after.x, after.width), canvas.width, lines.x) : []),
      ...(axes.y ? guidesAt('horizontal', edgesOf(after.y, after.height), canvas.height, lines.y) : []),
    ],
  };
}

/**
 * Snaps the edges that a resize moves; the others stay. With a ratio to keep, the axis that is nearer to its line
 * decides and the other follows. A rotated box does not snap, and nothing snaps to less than the smallest side.
 * @param start the box before the resize, @param resized after it, as resizeBox gave it.
 */
export function snapResize(
  start: Box,
  resized: Box,
  handle: Handle,
  canvas: Size,
  options: ResizeOptions & { lines?: SnapLines },
): Snapped {
  const { lines = noLines } = options;
  if (resized.rotation % 360 !== 0) return { box: resized, guides: [] };
  const sides = sidesOf(handle);
  const moving = {
    x: movingEdges(resized.x, resized.width, sides.x),
    y: movingEdges(resized.y, resized.height, sides.y),
  };
  const both = options.fromCenter ? 2 : 1;
  const minSide = options.minSide ?? MIN_LAYER_SIDE;
  const width = sized(resized.width, wayToLine(moving.x, canvas.width, lines.x, lines), sides.x * both, minSide);
  const height = sized(resized.height, wayToLine(moving.y, canvas.height, lines.y, lines), sides.y * both, minSide);
  const size = options.keepRatio ? oneScale(resized, { width, height }, minSide) : { width, height };
  const box = grownBox(start, sides, size, options.fromCenter ?? false);
  return {
    box,
    guides: [
      ...guidesAt('vertical', movingEdges(box.x, box.width, sides.x), canvas.width, lines.x),
      ...guidesAt('horizontal', movingEdges(box.y, box.height, sides.y), canvas.height, lines.y),
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

/** The way of an edge to a line of the canvas, else to one of the others; undefined when none is near enough. */
function wayToLine(
  edges: readonly number[],
  length: number,
  others: readonly number[],
  { within, nearer = 1 }: SnapLines,
): number | undefined {
  return nearest(edges, sharesOf(length), (tolerance / nearer) * length) ?? nearest(edges, others, within);
}

/** The shortest way of an edge to a line. */
function nearest(edges: readonly number[], lines: readonly number[], within: number): number | undefined {
  let found: number | undefined;
  for (const line of lines) {
    for (const edge of edges) {
      const way = line - edge;
      if (Math.abs(way) <= within + 1e-9 && Math.abs(way) < Math.abs(found ?? Infinity)) found = way;
    }
  }
  return found;
}

function guidesAt(
  orientation: Guide['orientation'],
  edges: readonly number[],
  length: number,
  others: readonly number[],
): Guide[] {
  const width = orientation === 'horizontal' ? 2 : 1.5;
  const touched = (lines: readonly number[]) =>
    lines.filter((at) => edges.some((edge) => Math.abs(edge - at) <= touching));
  const own = touched(sharesOf(length));
  // Those of several layers may be one.
  const near = own.length > 0 ? own : [...new Set(touched(others).map((at) => Math.round(at / touching) * touching))];
  return near.map((at) => ({ orientation, at, width }));
}

function sharesOf(length: number): number[] {
  return snapShares.map((share) => share * length);
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
