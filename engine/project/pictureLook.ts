import * as z from 'zod';
import { MAX_SIDE } from './limits.ts';
import { globalAlpha, shadowFields } from './textStyle.ts';

/** The ways in which the colors of a picture and of what is behind it become one, by their names in CSS. */
export const blendModes = [
  'normal',
  'multiply',
  'screen',
  'overlay',
  'darken',
  'lighten',
  'hard-light',
  'difference',
  'exclusion',
] as const;

/** How a picture or video lies on what is behind it. */
export const pictureLook = {
  globalAlpha,
  /** Radius of the corners of what is shown, pixels of the canvas; beyond half of its shorter side they meet. */
  radius: z
    .number()
    .min(0)
    .max(MAX_SIDE / 2)
    .default(0),
  ...shadowFields,
  /** What becomes of its colors where it lies on others; "normal": it hides them. */
  blendMode: z.enum(blendModes).default('normal'),
};

/** A way in which colors become one. */
export type BlendMode = (typeof blendModes)[number];
