import { isKeyed, isPicture, isVideo } from '../../../engine/kinds/families.ts';
import { layerBox, type Size } from '../../../engine/layout/box.ts';
import { fitPicture } from '../../../engine/layout/fitPicture.ts';
import type { Picture } from '../../../engine/painters/canvas.ts';
import type { PictureLayer, VideoLayer } from '../../../engine/project/layers.ts';
import type { Media } from '../media/openMedia.ts';
import { shownName, unreadable } from '../media/unreadable.ts';
import type { RenderPlan } from '../plan/plan.ts';
import type { DecodedFiles } from './decodedFiles.ts';
import type { PaintOptions } from './paint.ts';
import { hasEffects, withEffects } from './pictureEffects.ts';
import { shrunk } from './shrink.ts';
import { loadPicture } from './skia.ts';

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
  const held = pictureCache();
  return async (layer, view, isStill) => {
    if (isVideo(layer)) {
      if (plan.grabs.length === 0) return sizeOf(layer, media);
      return held(`frame of ${layer.id}`, () => loadFrame(layer, plan, decoded));
    }
    if (!isPicture(layer)) return undefined;
    const whole = await held(layer.url, () => loadNamed(layer.url, media, decoded));
    const size = isStill ? shrunkSize(layer, whole, plan.output) : undefined;
    const image = size
      ? await held(`${layer.url} ${size.width}×${size.height}`, async () => shrunk(whole, size))
      : whole;
    if (!hasEffects(layer)) return image;
    // A vignette is applied again for every view of a moving image.
    const shade = layer.vignette > 0 ? view : undefined;
    return held(`effects of ${layer.id} ${JSON.stringify([shade, size])}`, async () =>
      withEffects(image, layer, plan.output, shade),
    );
  };
}

/** Below this ratio, Skia shrinks well enough and much faster. */
const leastShrinking = 4;
/** Larger images, in pixels, are left to Skia: filtering takes about ten bytes per pixel. */
const mostFiltered = 24_000_000;

/**
 * Returns the size that a layer needs of its image, if that is far smaller than the image; twice that size with
 * effects.
 */
function shrunkSize(layer: PictureLayer, picture: Picture, canvas: Size): Size | undefined {
  if (('motion' in layer && layer.motion) || isKeyed(layer)) return undefined;
  if (picture.width * picture.height > mostFiltered) return undefined;
  const { crop, target } = fitPicture(layer, picture, layerBox(layer, canvas));
  const shown = Math.max(target.width / crop.width, target.height / crop.height);
  if (!(shown > 0) || shown > 1 / leastShrinking) return undefined;
  const sideOf = (length: number) => Math.max(1, Math.round(length * shown * (hasEffects(layer) ? 2 : 1)));
  return { width: sideOf(picture.width), height: sideOf(picture.height) };
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

/** Loads an image; decodes it with ffmpeg if Skia cannot open it. Problems name it as the project does. */
async function loadNamed(url: string, { paths }: Pick<Media, 'paths'>, decoded: DecodedFiles): Promise<Picture> {
  try {
    return await loadPicture(paths.get(url) as string);
  } catch {
    return loadDecoded(url, await decoded.picture(url));
  }
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
