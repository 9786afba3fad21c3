import { basename, join } from 'node:path';
import { isPicture, isVideo } from '../../../engine/kinds/families.ts';
import type { Picture } from '../../../engine/painters/canvas.ts';
import type { VideoLayer } from '../../../engine/project/layers.ts';
import { notFound, ProcessError, probeLimits } from '../../system/process.ts';
import { runFfmpeg } from '../../system/sandbox.ts';
import type { Media } from '../media/openMedia.ts';
import { fileUrl, safeInput } from '../media/safeInput.ts';
import { shownName, unreadable } from '../media/unreadable.ts';
import type { Input, RenderPlan } from '../plan/plan.ts';
import type { Grab } from '../plan/stillFrames.ts';
import { sourceColor } from '../plan/videoPart.ts';
import { printWhole } from '../print/printDeinterlaced.ts';
import { scaler } from '../print/printEffects.ts';
import { printSource } from '../print/printFrame.ts';
import { printInput } from '../print/printInputs.ts';
import { printMoments } from '../print/printRun.ts';
import type { PaintOptions } from './paint.ts';
import { hasEffects, withEffects } from './pictureEffects.ts';
import { loadPicture } from './skia.ts';

/** Pixels of decoded pictures that are held at a time, of four bytes each: a scene may have hundreds of photographs. */
const mostPixels = 48_000_000;

/** Gives layers their pictures with their effects, the last ones held: images from their file, videos of a still by their first shown frame. */
export function pictureBook(
  plan: RenderPlan,
  media: Pick<Media, 'paths' | 'probes'>,
  work: string,
  signal: AbortSignal | undefined,
): PaintOptions['picture'] {
  const held = pictureCache();
  return async (layer, view) => {
    if (isVideo(layer)) {
      if (plan.grabs.length === 0) return sizeOf(layer, media);
      return held(`frame of ${layer.id}`, () => grabFrame(layer, plan, media, work, signal));
    }
    if (!isPicture(layer)) return undefined;
    const image = await held(layer.url, () => loadNamed(layer.url, media, work, signal));
    if (!hasEffects(layer)) return image;
    // Corners are dark anew in every view of a picture that moves.
    const shade = layer.vignette > 0 ? view : undefined;
    return held(`effects of ${layer.id} ${JSON.stringify(shade)}`, async () =>
      withEffects(image, layer, plan.output, shade),
    );
  };
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

/**
 * Loads a picture; one that Skia does not open, such as a JPEG with junk between its segments, by ffmpeg. A problem speaks
 * of the file by the name that the project gives it.
 */
async function loadNamed(
  url: string,
  { paths, probes }: Pick<Media, 'paths' | 'probes'>,
  work: string,
  signal: AbortSignal | undefined,
): Promise<Picture> {
  const path = paths.get(url) as string;
  try {
    return await loadPicture(path);
  } catch {
    const decoded = join(work, `picture-${basename(path)}.png`);
    try {
      // Said, since by its name a picture is the first of many to ffmpeg.
      const read = [...safeInput, '-f', probes.get(url)?.container ?? '', '-i', fileUrl(path)];
      await writeFrame(read, '[0:v:0]format=rgba[frame]', decoded, signal);
      return await loadPicture(decoded);
    } catch (error) {
      signal?.throwIfAborted();
      throw unreadable(shownName(url), 'it is damaged', error);
    }
  }
}

/** Writes the first frame of a graph as PNG. @param read options of its input. */
async function writeFrame(
  read: readonly string[],
  graph: string,
  path: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const start = ['-nostdin', '-v', 'error', '-y'];
  const end = ['-map', '[frame]', '-frames:v', '1', '-f', 'image2', '-update', '1', fileUrl(path)];
  await runFfmpeg([...start, ...read, '-filter_complex', graph, ...end], {
    limits: probeLimits,
    signal,
  });
}

async function grabFrame(
  layer: VideoLayer,
  plan: RenderPlan,
  media: Pick<Media, 'paths' | 'probes'>,
  work: string,
  signal: AbortSignal | undefined,
): Promise<Picture> {
  const grab = plan.grabs.find((candidate) => candidate.layer === layer.id) as Grab;
  const input = plan.inputs.find((candidate) => candidate.id === grab.input) as Input;
  const probe = media.probes.get(layer.url);
  const path = `${work}/frame-${plan.grabs.indexOf(grab)}.png`;
  const [toneMap, matrix] = probe ? printSource(sourceColor(probe)) : [[], ''];
  const graph = [
    `[0:V:0]${[...(probe ? printWhole(probe) : []), printMoments(grab.offset, [100, 1])].join(',')}`,
    ...toneMap,
    `scale=w=iw*sar:h=ih:flags=${scaler}${matrix},format=rgba`,
    // Notes on primaries and light curve in the PNG would have it shown in other colours.
    'setparams=color_primaries=unknown:color_trc=unknown[frame]',
  ].join(',');
  const read = printInput(input, { media: () => media.paths.get(layer.url) as string });
  try {
    await writeFrame(read, graph, path, signal);
    return withEffects(await loadPicture(path), layer, plan.output);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ProcessError && error.reason === 'start') throw notFound(error);
    throw unreadable(shownName(layer.url), 'it is damaged and cannot be decoded', error);
  }
}
