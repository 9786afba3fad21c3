import * as z from 'zod';
import { ratioPresets } from '../edit/canvas.ts';
import type { Size } from '../layout/box.ts';
import { strictRatio } from '../project/fields.ts';
import { MAX_SIDE } from '../project/limits.ts';
import { evenSide, scaledDown } from './source.ts';

/** What the ratios that forms offer are called; others may be written. */
export const ratioChoices: Record<string, string> = Object.fromEntries(
  ratioPresets.map(({ ratio, name }) => [ratio, `${name} ${ratio}`]),
);

/** What forms say of the ratio of a result. */
export const ratioWords = {
  title: 'Shape',
  description: 'aspect ratio of the frame, width to height',
  control: 'choice' as const,
  choices: ratioChoices,
};

/** A ratio "w:h", or "none" for the file's own. */
export const ratioOrNone = z
  .string()
  .max(24)
  .refine((text) => text === 'none' || strictRatio.safeParse(text).success, 'must be "none" or a ratio such as "16:9"');

/** crop: the frame is full and what stands over is cut off; fit: all of the picture is seen. */
export const framing = z.enum(['crop', 'fit']);

/** crop or fit. */
export type Framing = z.infer<typeof framing>;

/** What forms say of it. */
export const framingWords = {
  title: 'Image',
  description: 'crop: fill the frame and cut off the rest; fit: show everything',
  choices: { crop: 'Crop', fit: 'Fit' },
};

/** How a layer fills its box by either. */
export const objectFits = { crop: 'cover', fit: 'contain' } as const;

/** Width through height. @param ratio "w:h" of positive numbers. */
export function ratioValue(ratio: string): number {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  return across / down;
}

/**
 * The frame of a ratio for a picture, pixels: as large as the picture allows without enlarging what is seen of it, and a canvas
 * can be; even sides.
 */
export function frameFor(picture: Size, ratio: string, by: Framing): Size {
  const shape = ratioValue(ratio);
  const isByWidth = picture.width / picture.height > shape === (by === 'fit');
  const width = isByWidth ? picture.width : picture.height * shape;
  return scaledDown({ width, height: width / shape }, MAX_SIDE, evenSide);
}

/** The frame of a ratio with a long side, pixels; even sides. */
export function frameOf(ratio: string, longSide: number): Size {
  const shape = ratioValue(ratio);
  return scaledDown(
    { width: longSide * Math.min(1, shape), height: longSide * Math.min(1, 1 / shape) },
    MAX_SIDE,
    evenSide,
  );
}
