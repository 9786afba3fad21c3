import type { Rect } from '../layout/fit.ts';
import type { Point } from '../layout/point.ts';
import { union } from '../layout/rect.ts';
import type { TextLayer } from '../project/layers.ts';
import type { Look } from './textLines.ts';

/** Default direction of a gradient, in degrees: down. */
const USUAL_ANGLE = 180;

/**
 * Returns the gradient of a text; undefined if it has none.
 * @param areasOf returns the areas of its lines, in pixels. @param shifted changes a color as the text's animation does.
 */
export function gradientOf(
  { gradientColor = 'none', gradientAngle = USUAL_ANGLE }: TextLayer,
  areasOf: () => readonly Rect[],
  shifted: (color: string) => string,
): Look['gradient'] {
  if (gradientColor === 'none') return undefined;
  const [first, ...rest] = areasOf();
  return first && { ...gradientLine(rest.reduce(union, first), gradientAngle), end: shifted(gradientColor) };
}

/**
 * Returns the ends of a gradient line across an area: its first and last colors are exactly in two of the corners (CSS
 * Images Level 3, §3.1.1). @param angle in degrees, clockwise; 0 points up.
 */
function gradientLine({ x, y, width, height }: Rect, angle: number): { from: Point; to: Point } {
  const radians = (angle * Math.PI) / 180;
  const [sin, cos] = [Math.sin(radians), Math.cos(radians)];
  const half = (Math.abs(width * sin) + Math.abs(height * cos)) / 2;
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  return {
    from: { x: middleX - sin * half, y: middleY + cos * half },
    to: { x: middleX + sin * half, y: middleY - cos * half },
  };
}
