import { fitMedia } from '../layout/fit.ts';
import { fitView } from '../layout/fitView.ts';
import type { PictureLayer } from '../project/layers.ts';
import type { Painter } from './canvas.ts';

/** Paints an image, or the present frame of a video, fitted into its box. Nothing while the picture is not there. */
export const paintPicture: Painter<PictureLayer> = (ctx, layer, { box, picture, animation: { view } }) => {
  if (!picture || picture.width <= 0 || picture.height <= 0 || box.width <= 0 || box.height <= 0) return;
  const fitted = fitMedia(picture, box, layer.objectFit);
  const { crop, target } = view ? fitView(fitted, box, view) : fitted;
  if (target.width <= 0 || target.height <= 0) return;
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
