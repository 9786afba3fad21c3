import type { CSSProperties } from 'react';
import type { Box } from '../../../engine/layout/box.ts';
import { centerOf } from '../../../engine/layout/point.ts';

/** Converts a box to CSS pixels from the canvas's corner. @param scale CSS pixels per canvas pixel. */
export function scaledBox({ x, y, width, height, rotation }: Box, scale: number): Box {
  return { x: x * scale, y: y * scale, width: width * scale, height: height * scale, rotation };
}

/** SVG transform that rotates around the center of a box. */
export function rotationTransform(box: Box): string {
  const { x, y } = centerOf(box);
  return `rotate(${box.rotation} ${x} ${y})`;
}

/** Style that places an element over a box. */
export function boxStyle(box: Box, scale: number): CSSProperties {
  const { x, y, width, height, rotation } = scaledBox(box, scale);
  return { left: x, top: y, width, height, transform: rotation === 0 ? undefined : `rotate(${rotation}deg)` };
}
