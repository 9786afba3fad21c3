import type { Box, Size } from '../../layout/box.ts';
import { allSeen, movedPoint, seenEdges, transformOf } from '../../layout/layerTransform.ts';
import { rotated } from '../../layout/point.ts';
import type { Move } from '../../motion/layerState.ts';
import type { Quad } from '../compositor/quad.ts';

/**
 * Moves a quad from its layer's static box to the layer's position, clipped to the visible part.
 * @param move undefined: in place and fully visible. @param canvas size of the project's canvas in pixels. @param unit
 * canvas pixels per project pixel.
 */
export function moveQuad(quad: Quad, box: Box, move: Move | undefined, canvas: Size, unit: number): void {
  quad.seen = allSeen;
  if (!move || quad.width === 0) return;
  const moved = transformOf(move, box, canvas);
  const { x, y, scaleX, scaleY, rotation } = moved;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const off = movedPoint(moved, { x: quad.x - middle.x * unit, y: quad.y - middle.y * unit }, box);
  quad.x = (middle.x + x) * unit + off.x;
  quad.y = (middle.y + y) * unit + off.y;
  quad.width *= scaleX;
  quad.height *= scaleY;
  quad.radius *= Math.min(scaleX, scaleY);
  if (rotation !== box.rotation) {
    const radians = (rotation * Math.PI) / 180;
    quad.cos = Math.cos(radians);
    quad.sin = Math.sin(radians);
  }
  if (!move.seen) return;
  const edges = seenEdges(move.seen, box);
  const own = rotated(off, -rotation);
  quad.seen = {
    left: edges.left * unit * scaleX - own.x,
    top: edges.top * unit * scaleY - own.y,
    right: edges.right * unit * scaleX - own.x,
    bottom: edges.bottom * unit * scaleY - own.y,
  };
}
