import { keyframesOf } from '../kinds/families.ts';
import { withKeyframes } from '../motion/withKeyframes.ts';
import type { Layer } from '../project/layers.ts';
import { printPercent } from './percent.ts';

/** Moves the keyframes of a layer by percent of the canvas. */
export function withMovedKeyframes<L extends Layer>(layer: L, dx: number, dy: number): L {
  const moved = keyframesOf(layer).map(({ x, y, ...rest }) => ({
    ...rest,
    ...(x === undefined ? {} : { x: printPercent(Number.parseFloat(x) + dx) }),
    ...(y === undefined ? {} : { y: printPercent(Number.parseFloat(y) + dy) }),
  }));
  return withKeyframes(layer, moved);
}
