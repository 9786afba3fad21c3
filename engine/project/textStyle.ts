import * as z from 'zod';
import { colorOrNone } from './fields.ts';
import { MAX_OUTLINE_WIDTH, MAX_SHADOW_BLUR, MAX_SHADOW_OFFSET, TEXT_OUTLINE_WIDTH } from './limits.ts';

/** Opacity, 0 to 1. */
export const globalAlpha = z.number().min(0).max(1).default(1);

const offset = z.number().min(-MAX_SHADOW_OFFSET).max(MAX_SHADOW_OFFSET);

/** A drop shadow, with the names of canvas properties. It rotates with its layer. In pixels of the project's canvas. */
export const shadowFields = {
  /** "none": no shadow. */
  shadowColor: colorOrNone.default('none'),
  /** Blur: twice its standard deviation. */
  shadowBlur: z.number().min(0).max(MAX_SHADOW_BLUR).default(12),
  shadowOffsetX: offset.default(0),
  shadowOffsetY: offset.default(6),
};

/** Style of letters besides font and colors. */
export const letterFields = {
  /** Space added after each letter, as a multiple of the font size; joined scripts, such as Arabic, stay joined. */
  letterSpacing: z.number().min(-0.2).max(2).default(0),
  /** Width of the outline in pixels of the canvas; half of it lies under the letters. */
  outlineWidth: z.number().min(0).max(MAX_OUTLINE_WIDTH).default(TEXT_OUTLINE_WIDTH),
  globalAlpha,
  ...shadowFields,
};
