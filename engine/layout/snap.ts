import { type Box, boundsOf, type Size } from './box.ts';
import { grownBox, type Handle, MIN_LAYER_SIDE, type ResizeOptions, sidesOf } from './handles.ts';

/** Snap lines as shares of the canvas on each axis: a grid of 3 by 3 points. */
const snapShares = [0, 0.5, 1] as const;
/** Snap distance, as a share of the canvas on its axis. */
const tolerance = 0.02;
/** Distance within which an edge touches a line, in pixels. */
const touching = 0.01;

/** A line across the canvas that shows what an edge snapped to. */
export interface Guide {
  /** horizontal: from left to right; vertical: from top to bottom. */
  orientation: 'horizontal' | 'vertical';
  /** y of a horizontal line, x of a vertical one, in pixels of the canvas. */
  at: number;
  /** Thickness on screen, CSS pixels: 2 for a horizontal line, 1.5 for a vertical one. */
  width: number;
}

/** A box and all its current guides, which replace earlier ones. */
export interface Snapped {
  box: Box;
  guides: Guide[];
}

/** Additional snap lines. */
export interface SnapLines {
  /** Positions of vertical and of horizontal lines, in pixels of the canvas. */
  x: readonly number[];
  y: readonly number[];
  /** Snap distance, in pixels of the canvas. */
  within: number;
  /** Divides the snap distance of the canvas's own lines, 1 or more. Default 1. */
  nearer?: number;
}

const noLines: SnapLines = { x: [], y: [], within: 0 };

/** Returns the edges and centers of boxes as snap lines; of a rotated box those of its upright bounds. */
export function snapLinesAround(boxes: readonly Box[], within: number): SnapLines {
  const bounds = boxes.map((box) => boundsOf(box));
  return {
    x: bounds.flatMap(({ x, width }) => edgesOf(x, width)),
    y: bounds.flatMap(({ y, height }) => edgesOf(y, height)),
    within,
  };
}

/** The axes that may snap. */
export interface SnapAxes {
  x: boolean;
  y: boolean;
}

/**
 * Snaps a moved box: on each axis, its nearest edge or center goes to the nearest canvas line within 2 % (or less, see
 * `nearer`), else to the nearest additional line. A rotated box snaps by its upright bounds.
 * @param axes default both; an excluded axis neither moves nor shows guides. @param lines default none.
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
 * Snaps the edges that a resize moves. To keep a ratio, the axis nearer to its line decides and the other follows.
 * Rotated boxes do not snap, and nothing snaps below the minimum size.
 * @param start the box before the resize, @param resized after it, from resizeBox.
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

/** Returns the distance of an edge to a canvas line, else to an additional one; undefined if none is near enough. */
function wayToLine(
  edges: readonly number[],
  length: number,
  others: readonly number[],
  { within, nearer = 1 }: SnapLines,
): number | undefined {
  return nearest(edges, sharesOf(length), (tolerance / nearer) * length) ?? nearest(edges, others, within);
}

/** Returns the shortest distance of an edge to a line. */
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
  // Lines of several layers may coincide.
  const near = own.length > 0 ? own : [...new Set(touched(others).map((at) => Math.round(at / touching) * touching))];
  return near.map((at) => ({ orientation, at, width }));
}

function sharesOf(length: number): number[] {
  return snapShares.map((share) => share * length);
}

/** Returns a side after its edge snapped; unchanged if that makes it too small. */
function sized(length: number, way: number | undefined, growth: number, minSide: number): number {
  const snapped = length + (way ?? 0) * growth;
  return snapped < minSide ? length : snapped;
}

/** Scales both sides by the factor that changed less, which is the nearer snap. */
function oneScale(box: Size, snapped: Size, minSide: number): Size {
  if (box.width <= 0 || box.height <= 0) return box;
  const scales = [snapped.width / box.width, snapped.height / box.height]
    .filter((scale) => scale !== 1 && Math.min(box.width, box.height) * scale >= minSide)
    .sort((a, b) => Math.abs(a - 1) - Math.abs(b - 1));
  const scale = scales[0] ?? 1;
  return { width: box.width * scale, height: box.height * scale };
}
