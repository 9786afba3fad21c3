import type { Box, Size } from '../../layout/box.ts';
import { allSeen, movedBy, seenEdges } from '../../layout/moved.ts';
import { rotated } from '../../layout/point.ts';
import type { Move } from '../../motion/layerState.ts';
import type { Quad } from '../compositor/quad.ts';

/**
 * Moves a quad, which was just put in its layer's place, to where the layer is, cut to what is seen of it.
 * @param move undefined: it stays, and all of it is seen. @param canvas the project's, pixels. @param unit canvas pixels a project pixel.
 */
export function moveQuad(quad: Quad, box: Box, move: Move | undefined, canvas: Size, unit: number): void {
  quad.seen = allSeen;
  if (!move || quad.width === 0) return;
  const { x, y, scale } = movedBy(move, box, canvas);
  const off = {
    x: scale * (quad.x - (box.x + box.width / 2) * unit),
    y: scale * (quad.y - (box.y + box.height / 2) * unit),
  };
  quad.x = (box.x + box.width / 2 + x) * unit + off.x;
  quad.y = (box.y + box.height / 2 + y) * unit + off.y;
  quad.width *= scale;
  quad.height *= scale;
  quad.radius *= scale;
  if (!move.seen) return;
  const edges = seenEdges(move.seen, box);
  const own = rotated(off, -box.rotation);
  quad.seen = {
    left: edges.left * unit * scale - own.x,
    top: edges.top * unit * scale - own.y,
    right: edges.right * unit * scale - own.x,
    bottom: edges.bottom * unit * scale - own.y,
  };
}
