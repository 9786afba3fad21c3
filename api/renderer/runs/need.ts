import type { Need } from '../../system/budget.ts';
import type { Media } from '../media/openMedia.ts';
import { fileUrl } from '../media/safeInput.ts';
import { bitmapBytes } from '../plan/bitmapBytes.ts';
import type { RenderPlan } from '../plan/plan.ts';
import { bitmapPath } from '../plan/renderFiles.ts';
import type { Command } from './command.ts';

// What steps take, from above and roughly: enough that several at a time do not fill a machine.

/** A started Node with Skia and fonts; an ffmpeg that has opened its files. Bytes. */
const painterBase = 150_000_000;
const ffmpegBase = 60_000_000;
/** Decoded pictures that painting holds at most, bytes. */
const mostPictures = 200_000_000;
/** Frames that a decoder and an encoder hold, with those of their threads. */
const decodedFrames = 24;
const encodedFrames = 70;
/** Bytes that a pixel of an encoded frame may take; fewer do in all but noise. */
const bytesPerPixel = 0.03;

/** What painting a plan's pictures takes. @param folder that they are written to. @param isStill what is written is one picture, packed. */
export function paintNeed(
  { bitmaps, output }: RenderPlan,
  { probes }: Pick<Media, 'probes'>,
  { folder, isStill }: { folder: string; isStill: boolean },
): Need {
  const urls = new Set(bitmaps.flatMap(({ layers }) => layers.flatMap((layer) => ('url' in layer ? [layer.url] : []))));
  const pictures = [...urls].reduce((sum, url) => sum + 4 * pixelsOf(probes.get(url)), 0);
  const frame = output.width * output.height;
  const raw = bitmaps.reduce((sum, bitmap) => sum + bitmapBytes(bitmap, output), 0);
  return {
    memory: painterBase + 12 * frame + Math.min(pictures, mostPictures),
    disk: { bytes: isStill ? frame / 2 : raw, folder },
  };
}

/** What a run of ffmpeg takes. @param plan whose files it may read; only those that it names count. @param given.memory that may wait in it, bytes. */
export function runNeed(
  { inputs, bitmaps, output }: RenderPlan,
  { args, frames }: Command,
  given: { media: Pick<Media, 'paths' | 'probes'>; work: string; memory: number },
): Need {
  const { media, work, memory } = given;
  const named = new Set(args);
  const read = inputs.filter(({ url }) => named.has(fileUrl(media.paths.get(url) ?? '')));
  const seen = read.filter(({ kind }) => kind === 'video');
  const decoded = seen.reduce((sum, { url }) => sum + 1.5 * pixelsOf(media.probes.get(url)) * decodedFrames, 0);
  const painted = bitmaps.filter((bitmap) => named.has(fileUrl(bitmapPath(bitmap, work))));
  const pictures = painted.reduce((sum, bitmap) => sum + bitmapBytes(bitmap, output), 0);
  const frame = output.width * output.height;
  return {
    memory: ffmpegBase + decoded + 1.5 * frame * encodedFrames + Math.min(pictures, memory),
    decoders: read.length,
    disk: { bytes: frames * frame * bytesPerPixel, folder: work },
  };
}

/** What making a still of a video takes. @param side of the still, pixels at most. @param folder that it is written to. */
export function mediaStillNeed(
  probe: { codedWidth: number; codedHeight: number },
  { side, folder }: { side: number; folder: string },
): Need {
  const decoded = 1.5 * pixelsOf(probe) * decodedFrames;
  return { memory: ffmpegBase + decoded, decoders: 1, disk: { bytes: side * side, folder } };
}

function pixelsOf(probe: { codedWidth: number; codedHeight: number } | undefined): number {
  return probe ? probe.codedWidth * probe.codedHeight : 0;
}
