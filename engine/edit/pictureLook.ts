import * as z from 'zod';
import { isTransparent } from '../layout/color.ts';
import type { PictureLayer } from '../project/layers.ts';
import { pictureLook } from '../project/pictureLook.ts';

/** How a picture or video lies on what is behind it, unless it is said. */
export const usualLook = z.object(pictureLook).parse({}, { jitless: true });

/** Whether a picture or video lies on what is behind it as usual: solid, with its own corners, without a shadow. */
export function hasUsualLook({ globalAlpha, radius, blendMode, shadowColor }: PictureLayer): boolean {
  return globalAlpha === 1 && radius === 0 && blendMode === 'normal' && isTransparent(shadowColor);
}
