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

/** Pixels of decoded pictures that are held at a time, of four bytes each: a scene may have hundreds of photographs. */
const mostPixels = 48_000_000;

/** Gives layers their pictures with their effects, the last ones held: images from their file, videos of a still by their first shown frame. */
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
    // Corners are dark anew in every view of a picture that moves.
    const shade = layer.vignette > 0 ? view : undefined;
    return held(`effects of ${layer.id} ${JSON.stringify([shade, size])}`, async () =>
      withEffects(image, layer, plan.output, shade),
    );
  };
}

/** Skia shrinks by less than this well enough, and much faster. */
const leastShrinking = 4;
/** Larger pictures are left to it, pixels: filtering one takes about ten bytes for each. */
const mostFiltered = 24_000_000;

/** The size at which a layer needs its picture, where that is far smaller than it is; effects work on twice that size. */
function shrunkSize(layer: PictureLayer, picture: Picture, canvas: Size): Size | undefined {
  if (('motion' in layer && layer.motion) || isKeyed(layer)) return undefined;
  if (picture.width * picture.height > mostFiltered) return undefined;
  const { crop, target } = fitPicture(layer, picture, layerBox(layer, canvas));
  const shown = Math.max(target.width / crop.width, target.height / crop.height);
  if (!(shown > 0) || shown > 1 / leastShrinking) return undefined;
  const sideOf = (length: number) => Math.max(1, Math.round(length * shown * (hasEffects(layer) ? 2 : 1)));
  return { width: sideOf(picture.width), height: sideOf(picture.height) };
}

/** What is known of a video whose frames are not painted, which is enough for its shadow. */
function sizeOf({ url }: VideoLayer, { probes }: Pick<Media, 'probes'>): Picture | undefined {
  const probe = probes.get(url);
  return probe && { source: undefined, width: probe.width, height: probe.height };
}

/** Gives a picture again that was asked for lately. */
function pictureCache(): (key: string, make: () => Promise<Picture>) => Promise<Picture> {
  const pictures = new Map<string, Picture>();
  return async (key, make) => {
    const picture = pictures.get(key) ?? (await make());
    // The last one asked for is the last one to go.
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

/** Loads a picture; one that Skia does not open, as ffmpeg decodes it. A problem speaks of it by the name that the project gives it. */
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
