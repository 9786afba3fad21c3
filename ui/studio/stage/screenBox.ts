import type { CSSProperties } from 'react';
import type { Box } from '../../../engine/layout/box.ts';
import { centerOf } from '../../../engine/layout/point.ts';

/** A box in CSS pixels from the canvas's corner. @param scale CSS pixels per pixel of the canvas. */
export function scaledBox({ x, y, width, height, rotation }: Box, scale: number): Box {
  return { x: x * scale, y: y * scale, width: width * scale, height: height * scale, rotation };
}

/** The turn of a box as SVG has it. */
export function rotationTransform(box: Box): string {
  const { x, y } = centerOf(box);
  return `rotate(${box.rotation} ${x} ${y})`;
}

/** Where an element lies over a box. */
export function boxStyle(box: Box, scale: number): CSSProperties {
  const { x, y, width, height, rotation } = scaledBox(box, scale);
  return { left: x, top: y, width, height, transform: rotation === 0 ? undefined : `rotate(${rotation}deg)` };
}
