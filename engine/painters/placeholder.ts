import { isTransparent } from '../layout/color.ts';
import type { PlaceholderLayer } from '../project/layers.ts';
import type { Painter } from './canvas.ts';

/** Paints a placeholder: its background with its opacity, no border and no label. */
export const paintPlaceholder: Painter<PlaceholderLayer> = (ctx, layer, { box }) => {
  if (isTransparent(layer.background)) return;
  ctx.globalAlpha = layer.globalAlpha;
  ctx.fillStyle = layer.background;
  ctx.fillRect(box.x, box.y, box.width, box.height);
};
