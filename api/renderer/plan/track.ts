import type { Box, Size } from '../../../engine/layout/box.ts';
import type { Rect } from '../../../engine/layout/fit.ts';
import { type LayerTransform, movedPoint, seenEdges, transformOf } from '../../../engine/layout/layerTransform.ts';
import { centerOf, type Point, toBoxSpace } from '../../../engine/layout/point.ts';
import { areaOf, intersection, union } from '../../../engine/layout/rect.ts';
import type { LayerState } from '../../../engine/motion/layerState.ts';
import { type Curve, curveAt, curveOf, isFlat } from './curve.ts';

/** How the image of a part is transformed per frame. The image is constant, or a video's frames. */
export interface Track {
  /** Frames that passed before the part's first frame. */
  at: number;
  /** Its path; absent: it stays at the part's place. */
  path?: Path;
  /** From 0 to 1; absent: 1. */
  opacity?: Curve;
  /** Visible edges, in pixels of the image from its left and top; absent: nothing is cut off on that side. */
  edges?: Partial<Record<'left' | 'right' | 'top' | 'bottom', Curve>>;
}

/** The path of an image over the canvas. */
export interface Path {
  /** Center, in canvas pixels. */
  x: Curve;
  y: Curve;
  /** Scale factor. */
  scale: Curve;
  /** Scale factor of the height, if it differs; absent: `scale`. */
  scaleY?: Curve;
  /** Rotation, in radians clockwise. */
  turn: Curve;
  /**
   * Rectangle on even pixels that covers the image in every frame: fixed if it has a position, else around the center.
   */
  window: Size & Partial<Point>;
}

/** Maximum error of curves, in pixels and in shares. */
const nearPixels = 0.005;
const nearShare = 0.00005;

/** The image of a layer whose movement is tracked. */
export interface Tracked {
  /** The layer's box without movement, in pixels. */
  box: Box;
  /** Center of the upright image after the layer's rotation, and its size, in pixels. */
  middle: Point;
  size: Size;
  canvas: Size;
  /** Whether the window must stay in one place. */
  isFixed: boolean;
  /** Image pixels per canvas pixel at the layer's original place; absent: 1. */
  fineness?: number;
  /** Factors that compensate for rounding the image to whole pixels; absent: 1. */
  stretch?: Point;
}

/**
 * Returns the track of a layer's image. @param states of the layer, one per frame. @param from the part's frame of the
 * first state.
 */
export function trackOf(states: readonly LayerState[], from: number, tracked: Tracked): Track {
  const { box } = tracked;
  const opacity = curveOf(
    states.map((state) => state.opacity),
    nearShare,
  );
  const isMoved = states.some(
    ({ move }) => move && (move.scale !== 1 || move.away.x !== 0 || move.away.y !== 0 || move.keyed),
  );
  const { middle, size } = tracked;
  const isOdd = (middle.x - size.width / 2) % 2 !== 0 || (middle.y - size.height / 2) % 2 !== 0;
  const edges = edgesOf(states, tracked);
  return {
    at: -from,
    ...(isMoved || isOdd || box.rotation % 360 !== 0 ? { path: pathOf(states, tracked) } : {}),
    ...(isFlat(opacity) && opacity[0]?.c[0] === 1 ? {} : { opacity }),
    ...(Object.keys(edges).length > 0 ? { edges } : {}),
  };
}

function pathOf(
  states: readonly LayerState[],
  { box, middle, size, canvas, isFixed, fineness = 1, stretch = { x: 1, y: 1 } }: Tracked,
): Path {
  const center = centerOf(box);
  const standing: LayerTransform = { x: 0, y: 0, scaleX: 1, scaleY: 1, rotation: box.rotation };
  const moves = states.map(({ move }) => (move ? transformOf(move, box, canvas) : standing));
  const offset = { x: middle.x - center.x, y: middle.y - center.y };
  const offs = moves.map((moved) => movedPoint(moved, offset, box));
  const xs = moves.map(({ x }, i) => center.x + x + (offs[i] as Point).x);
  const ys = moves.map(({ y }, i) => center.y + y + (offs[i] as Point).y);
  const turns = moves.map(({ rotation }) => (rotation * Math.PI) / 180);
  const reaches = moves.map(({ scaleX, scaleY }, i): Rect => {
    const turn = turns[i] as number;
    const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
    const [wide, high] = [(scaleX * size.width) / fineness, (scaleY * size.height) / fineness];
    const width = wide * cos + high * sin + 2 * aside;
    const height = wide * sin + high * cos + 2 * aside;
    return { x: (xs[i] as number) - width / 2, y: (ys[i] as number) - height / 2, width, height };
  });
  const isEven = moves.every(({ scaleX, scaleY }) => Math.abs(scaleX * stretch.x - scaleY * stretch.y) < nearShare);
  const scaleOf = (side: 'scaleX' | 'scaleY') =>
    curveOf(
      moves.map((moved) => (moved[side] * (side === 'scaleX' ? stretch.x : stretch.y)) / fineness),
      nearShare,
    );
  return {
    x: curveOf(xs, nearPixels),
    y: curveOf(ys, nearPixels),
    scale: scaleOf('scaleX'),
    ...(isEven ? {} : { scaleY: scaleOf('scaleY') }),
    turn: curveOf(turns, nearShare),
    window: windowOf(reaches, isFixed, canvas),
  };
}

/** Returns the area that an image touches along its path. @param frames length of the path. */
export function reachOf({ x, y, window }: Path, frames: number): Rect {
  if (window.x !== undefined && window.y !== undefined) return { ...window, x: window.x, y: window.y };
  const along = (curve: Curve, length: number): [number, number] => {
    const places = Array.from({ length: frames }, (_, frame) => windowAt(curveAt(curve, frame), length));
    const start = Math.min(...places);
    return [start, Math.max(...places) + length - start];
  };
  const [[left, width], [top, height]] = [along(x, window.width), along(y, window.height)];
  return { x: left, y: top, width, height };
}

/** Returns the start of a window around a center: an even pixel, aligned with 4:2:0 chroma. */
export function windowAt(middle: number, length: number): number {
  return 2 * Math.floor((middle - length / 2) / 2);
}

/** Advances a part's track by some frames. */
export function trackFrom<P extends { track?: Track }>(part: P, frames: number): P {
  const { track } = part;
  return track ? { ...part, track: { ...track, at: track.at + frames } } : part;
}

/** Margin for smoothed edges, in pixels. */
const aside = 1;
/** A window stays fixed if it is at most this many times as large as its largest content. */
const roomy = 1.5;

function windowOf(reaches: readonly Rect[], isFixed: boolean, canvas: Size): Path['window'] {
  const all = reaches.reduce(union);
  const largest = { width: Math.max(...reaches.map(({ width }) => width)), height: 0 };
  largest.height = Math.max(...reaches.map(({ height }) => height));
  const even = (length: number) => 2 * Math.ceil(length / 2);
  const seen = intersection(all, { x: 0, y: 0, ...canvas });
  if (isFixed || areaOf(all) <= roomy * areaOf(largest) || areaOf(seen) <= areaOf(largest)) {
    const left = Math.max(0, 2 * Math.floor(all.x / 2));
    const top = Math.max(0, 2 * Math.floor(all.y / 2));
    const right = Math.min(canvas.width, all.x + all.width);
    const bottom = Math.min(canvas.height, all.y + all.height);
    return { x: left, y: top, width: Math.max(2, even(right - left)), height: Math.max(2, even(bottom - top)) };
  }
  // 2 more, because it starts on even pixels.
  return { width: even(largest.width) + 2, height: even(largest.height) + 2 };
}

/** Returns the visible edges, only for sides that cut something off in some frame. */
function edgesOf(
  states: readonly LayerState[],
  { box, middle, size, fineness = 1 }: Tracked,
): NonNullable<Track['edges']> {
  const from = toBoxSpace(box, middle);
  const corner = { x: size.width / 2 - fineness * from.x, y: size.height / 2 - fineness * from.y };
  const seen = states.map(({ move }) => seenEdges(move?.seen ?? { x: 0, y: 0, width: 1, height: 1 }, box));
  const curveFor = (side: 'left' | 'right' | 'top' | 'bottom', length: number, start: number) => {
    const places = seen.map((edges) => Math.min(length, Math.max(0, start + fineness * edges[side])));
    const isAll = places.every((place) => place === (side === 'left' || side === 'top' ? 0 : length));
    return isAll ? {} : { [side]: curveOf(places, nearPixels) };
  };
  return {
    ...curveFor('left', size.width, corner.x),
    ...curveFor('right', size.width, corner.x),
    ...curveFor('top', size.height, corner.y),
    ...curveFor('bottom', size.height, corner.y),
  };
}
