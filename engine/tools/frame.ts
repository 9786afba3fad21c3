import * as z from 'zod';
import { ratioPresets } from '../edit/canvas.ts';
import type { Size } from '../layout/box.ts';
import { strictRatio } from '../project/fields.ts';
import { MAX_SIDE } from '../project/limits.ts';
import { evenSide, scaledDown } from './source.ts';

/** Names of the ratios that forms suggest; others are allowed. */
export const ratioChoices: Record<string, string> = Object.fromEntries(
  ratioPresets.map(({ ratio, name }) => [ratio, `${name} ${ratio}`]),
);

/** Form texts of the result's ratio. */
export const ratioTexts = {
  title: 'Aspect ratio',
  description: 'aspect ratio of the frame, width to height',
  control: 'choice' as const,
  choices: ratioChoices,
};

/** A ratio "w:h", or "none" for the file's own. */
export const ratioOrNone = z
  .string()
  .max(24)
  .refine((text) => text === 'none' || strictRatio.safeParse(text).success, 'must be "none" or a ratio such as "16:9"');

/** crop: fills the frame and crops the rest; fit: shows the whole image. */
export const framing = z.enum(['crop', 'fit']);

/** crop or fit, as parsed. */
export type Framing = z.infer<typeof framing>;

/** Form texts of the framing. */
export const framingTexts = {
  title: 'Image',
  description: 'crop: fill the frame and cut off the rest; fit: show everything',
  choices: { crop: 'Crop', fit: 'Fit' },
};

/** Object fit of a layer for each framing. */
export const objectFits = { crop: 'cover', fit: 'contain' } as const;

/** Returns width divided by height. @param ratio "w:h" of positive numbers. */
export function ratioValue(ratio: string): number {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  return across / down;
}

/**
 * Returns the frame of a ratio for an image, in pixels: as large as possible without enlarging the image or exceeding
 * the canvas limits; even sides.
 */
export function frameFor(picture: Size, ratio: string, by: Framing): Size {
  const shape = ratioValue(ratio);
  const isByWidth = picture.width / picture.height > shape === (by === 'fit');
  const width = isByWidth ? picture.width : picture.height * shape;
  return scaledDown({ width, height: width / shape }, MAX_SIDE, evenSide);
}

/** Returns the frame with a ratio and a long side in pixels; even sides. */
export function frameOf(ratio: string, longSide: number): Size {
  const shape = ratioValue(ratio);
  return scaledDown(
    { width: longSide * Math.min(1, shape), height: longSide * Math.min(1, 1 / shape) },
    MAX_SIDE,
    evenSide,
  );
}
