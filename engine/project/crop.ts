import * as z from 'zod';

/** Smallest visible part of a file, as a share of its width or height. */
export const MIN_CROP = 0.01;

const start = z
  .number()
  .min(0)
  .max(1 - MIN_CROP);
const length = z.number().min(MIN_CROP).max(1);
/** Tolerance at the edges of the file, because shares are rounded. */
const rounding = 1e-6;

/** Visible part of an image or video, as shares of its upright width and height. The file itself stays whole. */
export const crop = z
  .object({ x: start, y: start, width: length, height: length })
  .refine(
    ({ x, y, width, height }) => x + width <= 1 + rounding && y + height <= 1 + rounding,
    'must not extend beyond the image',
  );

/** A crop, as parsed. */
export type Crop = z.infer<typeof crop>;
