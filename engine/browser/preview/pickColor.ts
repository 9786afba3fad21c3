import { isPicture } from '../../kinds/families.ts';
import type { Box } from '../../layout/box.ts';
import { pointInFile } from '../../layout/fitPicture.ts';
import type { Point } from '../../layout/point.ts';
import type { Sprite } from './sprite.ts';

/** Side of the averaged square, in pixels of the file, because a single pixel may be noise. */
const side = 5;

/**
 * Returns the color of a visible image's or video's file at a point of the canvas, before filters and chroma key: # and
 * six hex digits.
 * @param box of the layer. @returns undefined outside of it, where it is transparent, and while it loads.
 */
export function pickColor({ layer, handle, motion }: Sprite, box: Box, point: Point): string | undefined {
  if (!isPicture(layer) || handle?.state !== 'ready' || !handle.source) return undefined;
  const { source, width, height } = handle;
  const place = pointInFile(layer, handle, box, point, motion.view);
  const ctx = new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true });
  if (!place || !ctx) return undefined;
  // A substitute for a frame that is still loading is smaller than the frame.
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
