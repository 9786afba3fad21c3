import type { AnimationState } from '../kinds/animation.ts';
import type { Box } from '../layout/box.ts';
import type { Rect } from '../layout/fit.ts';
import { grown, intersection, union } from '../layout/rect.ts';
import type { TextLayer } from '../project/layers.ts';
import type { Canvas2D } from './canvas.ts';
import { shadowReach } from './shadow.ts';
import { glowReach, layoutText, textReach } from './text.ts';
import { textGrounds, textRoom } from './textBackground.ts';
import { boldThickness, inkAreas, lineAreas, placeLines } from './textLines.ts';

/**
 * How far letters may exceed their measured bounds, as a share of the font size: WebKit misses that much of marks on
 * letters.
 */
const slack = 0.1;

/**
 * Returns everything that a text touches before its box is rotated, in pixels. Measured, so a short word in a wide box
 * has a small area, unlike in textReach. Empty if nothing is visible.
 * @param ctx used to measure. @param animation while letters are missing, the result is the whole reach, because a cut
 * word may be wider than the complete one.
 */
export function textInk(ctx: Canvas2D, layer: TextLayer, box: Box, { shown }: Pick<AnimationState, 'shown'>): Rect {
  const reach = textReach(layer, box);
  if (shown < 1) return reach;
  ctx.save();
  const { fontSize, lines } = layoutText(ctx, layer, box);
  const placed = placeLines(lines, fontSize, layer, textRoom(layer, box));
  const around =
    1 +
    (layer.outlineWidth + boldThickness(layer, fontSize)) / 2 +
    slack * fontSize +
    glowReach(layer, fontSize) +
    shadowReach(layer);
  const letters = inkAreas(ctx, placed).map((area) => grown(area, around));
  const grounds = textGrounds(layer, box, lineAreas(ctx, placed, layer.lineHeight * fontSize));
  ctx.restore();
  const [first, ...rest] = [...grounds, ...letters];
  return first ? intersection(reach, rest.reduce(union, first)) : { x: box.x, y: box.y, width: 0, height: 0 };
}
