import * as z from 'zod';

/** Least part of a file that may be shown, as a share of its width or height. */
export const MIN_CROP = 0.01;

const start = z
  .number()
  .min(0)
  .max(1 - MIN_CROP);
const length = z.number().min(MIN_CROP).max(1);
/** So far beyond the file counts as its edge: shares are rounded. */
const rounding = 1e-6;

/** Which part of a picture or video is shown, shares of its width and height as it stands upright; the rest stays in its file. */
export const crop = z
  .object({ x: start, y: start, width: length, height: length })
  .refine(
    ({ x, y, width, height }) => x + width <= 1 + rounding && y + height <= 1 + rounding,
    'must not extend beyond the image',
  );

/** Which part is shown, as parsed. */
export type Crop = z.infer<typeof crop>;
