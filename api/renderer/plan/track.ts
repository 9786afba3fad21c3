import type { Box, Size } from '../../../engine/layout/box.ts';
import type { Rect } from '../../../engine/layout/fit.ts';
import { type Moved, movedBy, movedPoint, seenEdges } from '../../../engine/layout/moved.ts';
import { centerOf, type Point, seenFrom } from '../../../engine/layout/point.ts';
import { areaOf, intersection, union } from '../../../engine/layout/rect.ts';
import type { LayerState } from '../../../engine/motion/layerState.ts';
import { type Curve, curveAt, curveOf, isFlat } from './curve.ts';

/** How the picture of a part changes as a whole from frame to frame; it is always the same picture, or the frames of a video. */
export interface Track {
  /** Frames that went by before the part's first one. */
  at: number;
  /** Where it is; absent: it stays where the part has it. */
  path?: Path;
  /** 0 to 1; absent: 1. */
  opacity?: Curve;
  /** What is seen of it, pixels of the picture from its left and upper edges; absent: nothing is cut off there. */
  edges?: Partial<Record<'left' | 'right' | 'top' | 'bottom', Curve>>;
}

/** The way of a picture over the canvas. */
export interface Path {
  /** Its middle, pixels of the canvas. */
  x: Curve;
  y: Curve;
  /** Factor of its size. */
  scale: Curve;
  /** Factor of its height, where that is another than of its width; absent: `scale`. */
  scaleY?: Curve;
  /** Its rotation, radians clockwise. */
  turn: Curve;
  /** What holds all of it at any frame, even pixels. With a place it stays there, else it is around the middle. */
  window: Size & Partial<Point>;
}

/** How near a curve comes to what it stands for: pixels, and shares. */
const nearPixels = 0.005;
const nearShare = 0.00005;

/** What a picture of a layer is on its track. */
export interface Tracked {
  /** Where the layer stands in its place, pixels. */
  box: Box;
  /** The upright picture of it: its middle once it is rotated, and its size, pixels. */
  middle: Point;
  size: Size;
  canvas: Size;
  /** Whether the window has to stay in one place. */
  isFixed: boolean;
  /** How many pixels of the picture one of the canvas is in the layer's place; absent: 1. */
  fineness?: number;
  /** Factors by which the picture is a little larger than its whole pixels have it; absent: 1. */
  stretch?: Point;
}

/** The track of a layer's picture. @param states of the layer, one for each frame. @param from the part's frame that is the first of them. */
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
  const standing: Moved = { x: 0, y: 0, scaleX: 1, scaleY: 1, rotation: box.rotation };
  const moves = states.map(({ move }) => (move ? movedBy(move, box, canvas) : standing));
  const beside = { x: middle.x - center.x, y: middle.y - center.y };
  const offs = moves.map((moved) => movedPoint(moved, beside, box));
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

/** All that a picture touches on its way. @param frames that it takes. */
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

/** Where a window begins around a middle: on an even pixel, on which 4:2:0 color stands. */
export function windowAt(middle: number, length: number): number {
  return 2 * Math.floor((middle - length / 2) / 2);
}

/** A track from a later frame on. */
export function trackFrom<P extends { track?: Track }>(part: P, frames: number): P {
  const { track } = part;
  return track ? { ...part, track: { ...track, at: track.at + frames } } : part;
}

/** What smoothed edges may touch around a picture, pixels. */
const aside = 1;
/** A window stays in one place where it need not be larger than this many times what it holds. */
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
  // Two more, because it stands on even pixels.
  return { width: even(largest.width) + 2, height: even(largest.height) + 2 };
}

/** The edges of what is seen, on those sides alone on which something is cut off at some frame. */
function edgesOf(
  states: readonly LayerState[],
  { box, middle, size, fineness = 1 }: Tracked,
): NonNullable<Track['edges']> {
  const from = seenFrom(box, middle);
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
