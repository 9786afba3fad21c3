import type { View } from '../kinds/pictureMotion.ts';
import type { PictureLayer } from '../project/layers.ts';
import type { Box, Size } from './box.ts';
import { type Fitted, fitMedia, type Rect } from './fit.ts';
import { fitView } from './fitView.ts';
import { centerOf, type Point, rotatedAround } from './point.ts';

/** How an image or video is placed in its box. */
export type Placing = Pick<PictureLayer, 'objectFit' | 'crop' | 'flipped' | 'flippedVertical'>;

/** Returns the source and target of an image in its box, before flipping. @param natural size of the file in pixels. */
export function fitPicture({ objectFit, crop }: Pick<Placing, 'objectFit' | 'crop'>, natural: Size, box: Size): Fitted {
  if (!crop) return fitMedia(natural, box, objectFit);
  const part = { width: natural.width * crop.width, height: natural.height * crop.height };
  const fitted = fitMedia(part, box, objectFit);
  const { x, y } = fitted.crop;
  return { ...fitted, crop: { ...fitted.crop, x: x + natural.width * crop.x, y: y + natural.height * crop.y } };
}

/**
 * Returns source and target of an image with motion at one moment. For a flipped image: what the view shows of the
 * flipped image, still to be flipped at its target.
 */
export function fitVisible(layer: Placing, natural: Size, box: Size, view: View | undefined): Fitted {
  const whole = fitPicture(layer, natural, box);
  if (!view) return whole;
  const mirrored = {
    ...view,
    x: layer.flipped ? 1 - view.x - view.width : view.x,
    y: layer.flippedVertical ? 1 - view.y - view.height : view.y,
  };
  return { crop: fitView(whole, box, mirrored).crop, target: fitView(whole, box, view).target };
}

/**
 * Returns the canvas transform that flips a file while its visible part stays in place.
 * @param shown visible part, in pixels of the file. @param scale pixels of the canvas per pixel of the file.
 */
export function flipTransform(
  { flipped, flippedVertical }: Pick<Placing, 'flipped' | 'flippedVertical'>,
  shown: Rect,
  scale: Size,
): [a: number, b: number, c: number, d: number, e: number, f: number] {
  const across = flipped ? (2 * shown.x + shown.width) * scale.width : 0;
  const down = flippedVertical ? (2 * shown.y + shown.height) * scale.height : 0;
  return [flipped ? -1 : 1, 0, 0, flippedVertical ? -1 : 1, across, down];
}

/**
 * Maps a point of the canvas to a point of an image file, in its pixels; undefined outside of it.
 * @param box of the layer, @param point, in pixels of the canvas.
 */
export function pointInFile(
  layer: Placing,
  natural: Size,
  box: Box,
  point: Point,
  view?: View | undefined,
): Point | undefined {
  const { crop, target } = fitVisible(layer, natural, box, view);
  const upright = rotatedAround(point, centerOf(box), -box.rotation);
  const x = (upright.x - box.x - target.x) / target.width;
  const y = (upright.y - box.y - target.y) / target.height;
  if (!(x >= 0 && x <= 1 && y >= 0 && y <= 1)) return undefined;
  return {
    x: crop.x + crop.width * (layer.flipped ? 1 - x : x),
    y: crop.y + crop.height * (layer.flippedVertical ? 1 - y : y),
  };
}
