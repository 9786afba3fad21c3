import { fitMedia } from '../layout/fit.ts';
import type { PictureLayer } from '../project/layers.ts';
import type { Painter } from './canvas.ts';

/** Paints an image, or the present frame of a video, fitted into its box. Nothing while the picture is not there. */
export const paintPicture: Painter<PictureLayer> = (ctx, layer, { box, picture }) => {
  if (!picture || picture.width <= 0 || picture.height <= 0 || box.width <= 0 || box.height <= 0) return;
  const { crop, target } = fitMedia(picture, box, layer.objectFit);
  ctx.imageSmoothingEnabled = true;
  ctx.imageSmoothingQuality = 'high';
  ctx.drawImage(
    picture.source,
    crop.x,
    crop.y,
    crop.width,
    crop.height,
    box.x + target.x,
    box.y + target.y,
    target.width,
    target.height,
  );
};
