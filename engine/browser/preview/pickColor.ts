import { isPicture } from '../../kinds/families.ts';
import type { Box } from '../../layout/box.ts';
import { placeInFile } from '../../layout/fitPicture.ts';
import type { Point } from '../../layout/point.ts';
import type { Sprite } from './sprite.ts';

/** Side of the square whose mean is the color of a place, pixels of the file: a single one may be noise. */
const side = 5;

/**
 * The color that the file of a shown picture or video has at a point of the canvas, before filters and key: # and six hex digits.
 * @param box where it is shown. @returns undefined beside it, where it is clear, and while there is nothing of it.
 */
export function pickColor({ layer, handle, view }: Sprite, box: Box, point: Point): string | undefined {
  if (!isPicture(layer) || handle?.state !== 'ready' || !handle.source) return undefined;
  const { source, width, height } = handle;
  const place = placeInFile(layer, handle, box, point, view);
  const ctx = new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true });
  if (!place || !ctx) return undefined;
  // What stands for a frame that is on its way is smaller than it.
  const size = source instanceof OffscreenCanvas ? source : { width, height };
  const [x, y] = [(place.x / width) * size.width, (place.y / height) * size.height];
  ctx.drawImage(source, x - side / 2, y - side / 2, side, side, 0, 0, side, side);
  return meanColor(ctx.getImageData(0, 0, side, side).data);
}

function meanColor(pixels: Uint8ClampedArray): string | undefined {
  const sum = [0, 0, 0, 0] as [number, number, number, number];
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3] as number;
    for (const plane of [0, 1, 2] as const) sum[plane] += alpha * (pixels[at + plane] as number);
    sum[3] += alpha;
  }
  const [red, green, blue, alpha] = sum;
  if (alpha === 0) return undefined;
  return `#${[red, green, blue]
    .map((value) =>
      Math.round(value / alpha)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
