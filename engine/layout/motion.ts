import type { PictureMotion } from '../project/videoEffects.ts';
import type { Size } from './box.ts';
import type { Fitted, Rect } from './fit.ts';

/** What is seen of a box's content where it is nearest, as a share of its sides. */
export const NEAREST = 1 / 1.15;

const whole: Rect = { x: 0, y: 0, width: 1, height: 1 };
const side = 1 - NEAREST;
const near = (x: number, y: number): Rect => ({ x: side * x, y: side * y, width: NEAREST, height: NEAREST });
const middle = near(0.5, 0.5);

/** What is seen first and last, as shares of the box. */
const ends: Record<PictureMotion['type'], { from: Rect; to: Rect }> = {
  'zoom-in': { from: whole, to: middle },
  'zoom-out': { from: middle, to: whole },
  'pan-left': { from: near(1, 0.5), to: near(0, 0.5) },
  'pan-right': { from: near(0, 0.5), to: near(1, 0.5) },
  'pan-up': { from: near(0.5, 1), to: near(0.5, 0) },
  'pan-down': { from: near(0.5, 0), to: near(0.5, 1) },
};

/** What is seen of a moving picture's box at its start and its end, as shares of the box; between them it goes evenly. */
export function viewEnds({ type }: PictureMotion): { from: Rect; to: Rect } {
  return ends[type];
}

/** What is seen of a moving picture's box at a moment, as shares of the box. @param t seconds since it came. */
export function viewAt(motion: PictureMotion, t: number): Rect {
  const { from, to } = viewEnds(motion);
  const done = Math.min(1, Math.max(0, t) / motion.duration);
  const between = (a: number, b: number) => a + (b - a) * done;
  return {
    x: between(from.x, to.x),
    y: between(from.y, to.y),
    width: between(from.width, to.width),
    height: between(from.height, to.height),
  };
}

/** A fitted picture of which only a part of its box is seen, which fills the box then; nothing goes beyond the box. */
export function fitView({ crop, target }: Fitted, box: Size, view: Rect): Fitted {
  const x = sideOf(crop.x, crop.width, target.x, target.width, box.width, view.x, view.width);
  const y = sideOf(crop.y, crop.height, target.y, target.height, box.height, view.y, view.height);
  return {
    crop: { x: x.from, y: y.from, width: x.share, height: y.share },
    target: { x: x.start, y: y.start, width: x.length, height: y.length },
  };
}

function sideOf(
  from: number,
  share: number,
  start: number,
  length: number,
  box: number,
  view: number,
  seen: number,
): Record<'from' | 'share' | 'start' | 'length', number> {
  const [first, last] = [(start - view * box) / seen, (start + length - view * box) / seen];
  const [shown, end] = [Math.max(0, first), Math.min(box, last)];
  const perPixel = last > first ? share / (last - first) : 0;
  return {
    from: from + (shown - first) * perPixel,
    share: Math.max(0, end - shown) * perPixel,
    start: shown,
    length: Math.max(0, end - shown),
  };
}
