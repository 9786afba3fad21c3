import { isPicture, isVideo } from '../../../engine/kinds/families.ts';
import type { Picture } from '../../../engine/painters/canvas.ts';
import type { VideoLayer } from '../../../engine/project/layers.ts';
import { ProblemError } from '../../../engine/project/problems.ts';
import type { Media } from '../media/openMedia.ts';
import { shownName, unreadable } from '../media/unreadable.ts';
import type { RenderPlan } from '../plan/plan.ts';
import { hasEffects, shrunkSize } from '../plan/shrunkSize.ts';
import { hdrOf } from '../plan/videoPart.ts';
import type { DecodedFiles } from './decodedFiles.ts';
import type { PaintOptions } from './paint.ts';
import { withEffects } from './pictureEffects.ts';
import { shrunk } from './shrink.ts';
import { createSurface, loadPicture } from './skia.ts';

/** Maximum pixels of cached images, at four bytes each: a scene may have hundreds of photos. */
const mostPixels = 48_000_000;

/**
 * Returns a function that loads layers' images with their effects, and caches the most recent ones: images from their
 * file, videos of a still by their frame.
 */
export function pictureBook(
  plan: RenderPlan,
  media: Pick<Media, 'paths' | 'probes'>,
  decoded: DecodedFiles,
): PaintOptions['picture'] {
  const cache = pictureCache();
  return async (layer, view, isStill) => {
    if (isVideo(layer)) {
      if (plan.grabs.length === 0) return sizeOf(layer, media);
      return cache(`frame of ${layer.id}`, () => loadFrame(layer, plan, decoded));
    }
    if (!isPicture(layer)) return undefined;
    const whole = await cache(layer.url, () => loadNamed(layer.url, media, decoded));
    const size = isStill ? shrunkSize(layer, whole, plan.output) : undefined;
    const image = size
      ? await cache(`${layer.url} ${size.width}×${size.height}`, async () => shrunk(whole, size))
      : whole;
    if (!hasEffects(layer)) return image;
    // A vignette is applied again for every view of a moving image.
    const shade = layer.vignette > 0 ? view : undefined;
    return cache(`effects of ${layer.id} ${JSON.stringify([shade, size])}`, async () =>
      withEffects(image, layer, plan.output, shade),
    );
  };
}

/** Returns only the size of a video whose frames are not painted, which is enough for its shadow. */
function sizeOf({ url }: VideoLayer, { probes }: Pick<Media, 'probes'>): Picture | undefined {
  const probe = probes.get(url);
  return probe && { source: undefined, width: probe.width, height: probe.height };
}

/** Creates an LRU cache of images. */
function pictureCache(): (key: string, make: () => Promise<Picture>) => Promise<Picture> {
  const pictures = new Map<string, Picture>();
  return async (key, make) => {
    const picture = pictures.get(key) ?? (await make());
    // Most recently used images are evicted last.
    pictures.delete(key);
    pictures.set(key, picture);
    let pixels = [...pictures.values()].reduce((sum, { width, height }) => sum + width * height, 0);
    for (const [oldest, { width, height }] of pictures) {
      if (pixels <= mostPixels || oldest === key) break;
      pictures.delete(oldest);
      pixels -= width * height;
    }
    return picture;
  };
}

/** Loads an image; decodes it with ffmpeg if Skia cannot open it, or if it is HDR. Problems name it as the project does. */
async function loadNamed(
  url: string,
  { paths, probes }: Pick<Media, 'paths' | 'probes'>,
  decoded: DecodedFiles,
): Promise<Picture> {
  const picture = await loadPicture(paths.get(url) as string).catch(() => undefined);
  if (!picture) return loadDecoded(url, await decoded.picture(url));
  if (!hdrOf(probes.get(url)?.colorTransfer ?? '')) return picture;
  // ffmpeg 5.1 cannot read an AVIF in tiles, which keeps the colors that Skia decodes.
  const colors = await decoded.picture(url).catch((error) => {
    if (!(error instanceof ProblemError)) throw error;
  });
  return colors ? withAlphaOf(picture, await loadDecoded(url, colors)) : picture;
}

/** Combines the colors of one image with the alpha of another: ffmpeg decodes an AVIF without its alpha. */
function withAlphaOf(picture: Picture, colors: Picture): Picture {
  const { width, height } = picture;
  const { canvas, ctx } = createSurface(width, height);
  ctx.drawImage(colors.source, 0, 0, colors.width, colors.height, 0, 0, width, height);
  ctx.globalCompositeOperation = 'destination-in';
  ctx.drawImage(picture.source, 0, 0, width, height, 0, 0, width, height);
  return { source: canvas, width, height };
}

async function loadFrame(layer: VideoLayer, { output }: RenderPlan, decoded: DecodedFiles): Promise<Picture> {
  const frame = await loadDecoded(layer.url, await decoded.frame(layer));
  const size = shrunkSize(layer, frame, output);
  return withEffects(size ? shrunk(frame, size) : frame, layer, output);
}

async function loadDecoded(url: string, path: string): Promise<Picture> {
  try {
    return await loadPicture(path);
  } catch (error) {
    throw unreadable(shownName(url), 'it is damaged', error);
  }
}
