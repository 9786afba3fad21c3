import type { Box } from '../../layout/box.ts';
import type { Quad } from '../compositor/quad.ts';

/** Phases are in 64ths of a pixel; smaller differences are invisible. */
export const FINENESS = 64;
/** Distance within which an image is aligned to canvas pixels, in pixels. */
const snap = 2 / FINENESS;

/**
 * Places a quad at a box. @param scale canvas pixels per project pixel. @param width,height of the image, @param
 * offsetX,offsetY from the center of the upright box to its center, in canvas pixels.
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
