import * as z from 'zod';
import { isTransparent } from '../layout/color.ts';
import type { PictureLayer } from '../project/layers.ts';
import { pictureLook } from '../project/pictureLook.ts';

/** Default look of an image or video. */
export const defaultLook = z.object(pictureLook).parse({}, { jitless: true });

/** Returns whether an image or video has the default look: opaque, square corners, normal blending, no shadow. */
export function hasDefaultLook({ globalAlpha, radius, blendMode, shadowColor }: PictureLayer): boolean {
  return globalAlpha === 1 && radius === 0 && blendMode === 'normal' && isTransparent(shadowColor);
}
