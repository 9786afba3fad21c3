import * as z from 'zod';
import { colorOrNone } from './fields.ts';
import { MAX_OUTLINE_WIDTH, MAX_SHADOW_BLUR, MAX_SHADOW_OFFSET, TEXT_OUTLINE_WIDTH } from './limits.ts';

/** How much of what lies behind shines through: 1 nothing, 0 all. */
export const globalAlpha = z.number().min(0).max(1).default(1);

const offset = z.number().min(-MAX_SHADOW_OFFSET).max(MAX_SHADOW_OFFSET);

/** A shadow under what is painted, named as a canvas names it; it turns with its layer. Pixels of the project's canvas. */
export const shadowFields = {
  /** "none": no shadow. */
  shadowColor: colorOrNone.default('none'),
  /** How soft it is: twice the standard deviation of its blur. */
  shadowBlur: z.number().min(0).max(MAX_SHADOW_BLUR).default(12),
  shadowOffsetX: offset.default(0),
  shadowOffsetY: offset.default(6),
};

/** What letters have beside their font and colors. */
export const letterFields = {
  /** Room that is added after each letter, as a multiple of the font size; letters of joined scripts, such as Arabic, stay joined. */
  letterSpacing: z.number().min(-0.2).max(2).default(0),
  /** Width of the outline, half of which lies under the letters, pixels of the canvas. */
  outlineWidth: z.number().min(0).max(MAX_OUTLINE_WIDTH).default(TEXT_OUTLINE_WIDTH),
  globalAlpha,
  ...shadowFields,
};
