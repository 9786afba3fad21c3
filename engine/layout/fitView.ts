import type { View } from '../kinds/pictureMotion.ts';
import type { Size } from './box.ts';
import type { Fitted } from './fit.ts';

/** Zooms a fitted image so that a view of its box fills the box; clips to the box. */
export function fitView({ crop, target }: Fitted, box: Size, view: View): Fitted {
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
