import type { Rect } from './fit.ts';

/**
 * A path segment in absolute coordinates: M and L go to a point, C is a cubic curve with two control points, Z closes.
 * `points` alternates x and y.
 */
export interface Step {
  type: 'M' | 'L' | 'C' | 'Z';
  points: number[];
}

/** Number of arguments of each command. */
const counts: Record<string, number> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };

/** Larger coordinates are a mistake: canvases cannot compute them exactly. */
const farthest = 1e6;

interface Pen {
  x: number;
  y: number;
  /** Start of the current subpath. */
  startX: number;
  startY: number;
  /** Second control point of the last curve, and its command. */
  controlX: number;
  controlY: number;
  last: string;
}

/**
 * Parses SVG path data (SVG 1.1 §8.3). Converts all curves to cubic ones. Stops at a mistake, as SVG requires (appendix
 * F.2), and at a coordinate beyond a million.
 */
export function parsePath(data: string): Step[] {
  const steps: Step[] = [];
  const pen: Pen = { x: 0, y: 0, startX: 0, startY: 0, controlX: 0, controlY: 0, last: '' };
  for (const { command, values } of commandsOf(data)) {
    if (steps.length === 0 && command.toLowerCase() !== 'm') break;
    const made = step(pen, command, values);
    if (made.some(({ points }) => points.some((value) => !(Math.abs(value) <= farthest)))) break;
    steps.push(...made);
  }
  return steps;
}

/** Scales all points, then moves them, in pixels. */
export function placePath(steps: readonly Step[], scaleX: number, scaleY: number, x: number, y: number): Step[] {
  return steps.map(({ type, points }) => ({
    type,
    points: points.map((value, i) => (i % 2 === 0 ? x + value * scaleX : y + value * scaleY)),
  }));
}

/** Formats segments as path data. */
export function printPath(steps: readonly Step[]): string {
  return steps.map(({ type, points }) => `${type}${points.join(' ')}`).join('');
}

/** Returns the bounding rectangle of all points and control points; undefined for an empty path. */
export function pathBounds(steps: readonly Step[]): Rect | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { points } of steps) {
    for (let i = 0; i + 1 < points.length; i += 2) {
      const [x, y] = [points[i] as number, points[i + 1] as number];
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  }
  return left <= right ? { x: left, y: top, width: right - left, height: bottom - top } : undefined;
}

/** Yields commands with their numbers, repeated ones expanded; ends at the first mistake. */
function* commandsOf(data: string): Generator<{ command: string; values: number[] }> {
  const number = /[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/y;
  const flag = /[\s,]*([01])/y;
  const letter = /[\s,]*([MmLlHhVvCcSsQqTtAaZz])/y;
  let at = 0;
  const readToken = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(data)?.[1];
    if (found !== undefined) at = pattern.lastIndex;
    return found;
  };
  for (let command = readToken(letter); command !== undefined; command = readToken(letter)) {
    const count = counts[command.toLowerCase()] as number;
    let named = command;
    for (let first = true; ; first = false) {
      const values: number[] = [];
      while (values.length < count) {
        const isFlag = count === 7 && (values.length === 3 || values.length === 4);
        const found = readToken(isFlag ? flag : number);
        if (found === undefined) break;
        values.push(Number(found));
      }
      if (values.length < count) {
        if (first || values.length > 0) return;
        break;
      }
      yield { command: named, values };
      if (count === 0) break;
      // Further pairs after a "move to" are "line to".
      if (named === 'M') named = 'L';
      if (named === 'm') named = 'l';
    }
  }
}

function step(pen: Pen, command: string, values: number[]): Step[] {
  const kind = command.toLowerCase();
  const relative = command === kind;
  const absolute = values.map((value, i) => (relative && isPoint(kind, i) ? value + originOf(pen, kind, i) : value));
  const made = draw(pen, kind, absolute);
  pen.last = kind;
  return made;
}

/** Returns whether the i-th number of a command is a coordinate, not a radius, an angle or a flag. */
function isPoint(kind: string, i: number): boolean {
  return kind !== 'a' || i >= 5;
}

function originOf(pen: Pen, kind: string, i: number): number {
  if (kind === 'v') return pen.y;
  if (kind === 'a') return i === 5 ? pen.x : pen.y;
  return i % 2 === 0 ? pen.x : pen.y;
}

function draw(pen: Pen, kind: string, v: number[]): Step[] {
  const at = (i: number): number => v[i] as number;
  switch (kind) {
    case 'm': {
      moveTo(pen, at(0), at(1));
      [pen.startX, pen.startY] = [pen.x, pen.y];
      return [{ type: 'M', points: [pen.x, pen.y] }];
    }
    case 'z': {
      moveTo(pen, pen.startX, pen.startY);
      return [{ type: 'Z', points: [] }];
    }
    case 'h':
      return lineTo(pen, at(0), pen.y);
    case 'v':
      return lineTo(pen, pen.x, at(0));
    case 'l':
      return lineTo(pen, at(0), at(1));
    case 'c':
      return cubicTo(pen, at(0), at(1), at(2), at(3), at(4), at(5));
    case 's': {
      const [x, y] = mirrored(pen, 'cs');
      return cubicTo(pen, x, y, at(0), at(1), at(2), at(3));
    }
    case 'q':
      return quadraticTo(pen, at(0), at(1), at(2), at(3));
    case 't': {
      const [x, y] = mirrored(pen, 'qt');
      return quadraticTo(pen, x, y, at(0), at(1));
    }
    default:
      return arcTo(pen, v);
  }
}

function moveTo(pen: Pen, x: number, y: number): void {
  [pen.x, pen.y, pen.controlX, pen.controlY] = [x, y, x, y];
}

function lineTo(pen: Pen, x: number, y: number): Step[] {
  moveTo(pen, x, y);
  return [{ type: 'L', points: [x, y] }];
}

function cubicTo(pen: Pen, x1: number, y1: number, x2: number, y2: number, x: number, y: number): Step[] {
  [pen.x, pen.y, pen.controlX, pen.controlY] = [x, y, x2, y2];
  return [{ type: 'C', points: [x1, y1, x2, y2, x, y] }];
}

function quadraticTo(pen: Pen, qx: number, qy: number, x: number, y: number): Step[] {
  const toward = (from: number, q: number): number => from + (2 / 3) * (q - from);
  const points = [toward(pen.x, qx), toward(pen.y, qy), toward(x, qx), toward(y, qy), x, y];
  [pen.x, pen.y, pen.controlX, pen.controlY] = [x, y, qx, qy];
  return [{ type: 'C', points }];
}

/** Reflects the last control point for a smooth curve; the current point after any other command. */
function mirrored(pen: Pen, kinds: string): [number, number] {
  return pen.last !== '' && kinds.includes(pen.last)
    ? [2 * pen.x - pen.controlX, 2 * pen.y - pen.controlY]
    : [pen.x, pen.y];
}

/** Converts an elliptical arc to cubic curves of at most a quarter turn (SVG 1.1, appendix F.6). */
function arcTo(pen: Pen, values: number[]): Step[] {
  const [radiusX, radiusY, degrees, large, sweep, x, y] = values as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const from = { x: pen.x, y: pen.y };
  if (from.x === x && from.y === y) return [];
  if (radiusX === 0 || radiusY === 0) return lineTo(pen, x, y);
  const tilt = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)];
  const [dx, dy] = [(from.x - x) / 2, (from.y - y) / 2];
  const [px, py] = [cos * dx + sin * dy, -sin * dx + cos * dy];
  const grow = Math.max(1, Math.hypot(px / radiusX, py / radiusY));
  const [rx, ry] = [Math.abs(radiusX) * grow, Math.abs(radiusY) * grow];
  const off = (rx * py) ** 2 + (ry * px) ** 2;
  const root = Math.sqrt(Math.max(0, ((rx * ry) ** 2 - off) / off)) * (large === sweep ? -1 : 1);
  const [cx, cy] = [(root * rx * py) / ry, (-root * ry * px) / rx];
  const start = Math.atan2((py - cy) / ry, (px - cx) / rx);
  const end = Math.atan2((-py - cy) / ry, (-px - cx) / rx);
  let turn = end - start;
  if (sweep === 1 && turn < 0) turn += 2 * Math.PI;
  if (sweep === 0 && turn > 0) turn -= 2 * Math.PI;
  const place = (u: number, v: number): [number, number] => [
    cos * (rx * u + cx) - sin * (ry * v + cy) + (from.x + x) / 2,
    sin * (rx * u + cx) + cos * (ry * v + cy) + (from.y + y) / 2,
  ];
  const steps = quarterTurns(start, turn).map(
    (curve): Step => ({ type: 'C', points: curve.flatMap(([u, v]) => place(u, v)) }),
  );
  moveTo(pen, x, y);
  return steps;
}

/** Returns cubic curves along the unit circle: two control points and an end each. */
function quarterTurns(start: number, turn: number): [number, number][][] {
  const count = Math.max(1, Math.ceil(Math.abs(turn) / (Math.PI / 2) - 1e-9));
  const part = turn / count;
  const pull = (4 / 3) * Math.tan(part / 4);
  return Array.from({ length: count }, (_, i) => {
    const [a, b] = [start + i * part, start + (i + 1) * part];
    return [
      [Math.cos(a) - pull * Math.sin(a), Math.sin(a) + pull * Math.cos(a)],
      [Math.cos(b) + pull * Math.sin(b), Math.sin(b) - pull * Math.cos(b)],
      [Math.cos(b), Math.sin(b)],
    ];
  });
}
