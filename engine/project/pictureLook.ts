import * as z from 'zod';
import { MAX_SIDE } from './limits.ts';
import { globalAlpha, shadowFields } from './textStyle.ts';

/** Blend modes, by their CSS names. */
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

/** How an image or video is composed with the layers behind it. */
export const pictureLook = {
  globalAlpha,
  /** Corner radius of the visible part, in pixels of the canvas; limited to half of its shorter side. */
  radius: z
    .number()
    .min(0)
    .max(MAX_SIDE / 2)
    .default(0),
  ...shadowFields,
  /** Blending with the layers behind; "normal": it covers them. */
  blendMode: z.enum(blendModes).default('normal'),
};

/** A blend mode. */
export type BlendMode = (typeof blendModes)[number];
