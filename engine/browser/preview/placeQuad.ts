import type { Box } from '../../layout/box.ts';
import type { Quad } from '../compositor/quad.ts';

/** Phases count 64ths of a pixel; smaller differences cannot be seen. */
export const FINENESS = 64;
/** A picture this near to the canvas's pixels is put right on them, pixels. */
const snap = 2 / FINENESS;

/**
 * Puts a quad where a box is. @param scale canvas pixels a project pixel. @param width,height of the picture, @param
 * offsetX,offsetY of its center from that of the upright box, canvas pixels.
 */
export function placeQuad(
  quad: Quad,
  box: Box,
  scale: number,
  width: number,
  height: number,
  offsetX: number,
  offsetY: number,
): void {
  const x = (box.x + box.width / 2) * scale;
  const y = (box.y + box.height / 2) * scale;
  quad.width = width;
  quad.height = height;
  if (box.rotation % 360 === 0) {
    quad.cos = 1;
    quad.sin = 0;
    quad.x = snapped(x + offsetX - width / 2) + width / 2;
    quad.y = snapped(y + offsetY - height / 2) + height / 2;
    return;
  }
  const radians = (box.rotation * Math.PI) / 180;
  const cos = Math.cos(radians);
  const sin = Math.sin(radians);
  quad.cos = cos;
  quad.sin = sin;
  quad.x = x + cos * offsetX - sin * offsetY;
  quad.y = y + sin * offsetX + cos * offsetY;
}

function snapped(place: number): number {
  const whole = Math.round(place);
  return Math.abs(place - whole) < snap ? whole : place;
}
