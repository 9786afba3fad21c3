import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { isPicture } from '../../../engine/kinds/families.ts';
import type { Size } from '../../../engine/layout/box.ts';
import type { PictureLayer } from '../../../engine/project/layers.ts';
import type { VideoCodec } from '../../../engine/project/output.ts';
import { fpsOf } from '../../../engine/timeline/frameRate.ts';
import { HERTZ } from '../../../engine/timeline/soundtrack.ts';
import type { Need } from '../../system/budget.ts';
import { ffmpegMemory } from '../../system/process.ts';
import type { GifWork } from '../gif/encodeGifFile.ts';
import type { Media } from '../media/openMedia.ts';
import { fileUrl } from '../media/safeInput.ts';
import { bitmapBytes } from '../plan/bitmapBytes.ts';
import type { Input, Output, RenderPlan } from '../plan/plan.ts';
import { plannedCodec } from '../plan/plannedCodec.ts';
import { bitmapPath } from '../plan/renderFiles.ts';
import { shrinkingBytes, shrunkSize } from '../plan/shrunkSize.ts';
import type { Command, Writes } from './command.ts';

// Rough upper bounds of resources, so that concurrent steps do not exhaust a machine.

/** Memory of a Node process with Skia and fonts, and of an audio decoder, in bytes. */
const painterBase = 150_000_000;
const soundDecoder = 4_000_000;
/** Maximum memory of decoded images while painting, in bytes. */
const mostPictures = 200_000_000;
/** Frames that a decoder and its threads buffer. */
const decodedFrames = 24;
/** Frames that a video encoder with lookahead and its threads buffer; and frames in flight through a filter graph. */
const encodedFrames = 95 + 11 * availableParallelism();
const composedFrames = 16;
/** Memory of other encoders relative to that of H.264. */
const encoderShare: Partial<Record<VideoCodec, number>> = { hevc: 1.4, av1: 1.8 };

/** Maximum bytes per pixel; except for noise, files are smaller. */
const bytesPerPixel = { encoded: 0.03, palette: 0.4, nearly: 0.3, lossless: 0.6, losslessRgba: 1.5, prores: 1.2 };

/** How frames are encoded in a file. */
export type PictureCoding = keyof typeof bytesPerPixel;

/**
 * Bytes per blended pixel: backdrop, layer and result with four planes each, and the canvas; with transparency also
 * masks.
 */
const blendedBytes = { yuv420p: 32, rgba: 56 };

/** Returns the size of a file with some frames, in bytes. */
export function pictureBytes(
  { width, height }: Pick<Output, 'width' | 'height'>,
  frames: number,
  coding: PictureCoding,
): number {
  return width * height * frames * bytesPerPixel[coding];
}

/**
 * Returns the size of audio with at most two channels, in bytes: encoded, as 16-bit integers, or as 32-bit floats.
 * @param seconds length.
 */
export function soundBytes(seconds: number, coding: 'encoded' | 'integers' | 'floats'): number {
  return seconds * { encoded: 40_000, integers: 4 * HERTZ, floats: 8 * HERTZ }[coding];
}

/** Returns the length of an output, in seconds. */
export function secondsOf({ frames, rate }: Pick<Output, 'frames' | 'rate'>): number {
  return frames / fpsOf(rate);
}

/**
 * Returns the resources for painting a plan. @param folder that receives the images. @param isStill whether the result
 * is one compressed image.
 */
export function paintNeed(
  { bitmaps, output }: RenderPlan,
  { probes }: Pick<Media, 'probes'>,
  { folder, isStill }: { folder: string; isStill: boolean },
): Need {
  const urls = new Set(bitmaps.flatMap(({ layers }) => layers.flatMap((layer) => ('url' in layer ? [layer.url] : []))));
  const pictures = [...urls].reduce((sum, url) => sum + 4 * pixelsOf(probes.get(url)), 0);
  // One at a time.
  const shrinking = bitmaps
    .flatMap(({ layers }) => layers.filter(isPicture))
    .reduce((most, layer) => Math.max(most, shrinkingNeed(layer, probes.get(layer.url), output)), 0);
  const frame = output.width * output.height;
  const raw = bitmaps.reduce((sum, bitmap) => sum + bitmapBytes(bitmap, output), 0);
  return {
    memory: painterBase + 12 * frame + Math.min(pictures, mostPictures) + shrinking,
    disk: { bytes: isStill ? frame / 2 : raw, folder },
  };
}

/** Returns the memory that shrinking a layer's image takes, in bytes. */
function shrinkingNeed(layer: PictureLayer, probe: Size | undefined, canvas: Size): number {
  return probe && shrunkSize(layer, probe, canvas) ? shrinkingBytes * probe.width * probe.height : 0;
}

/** Maximum memory that may remain in a process that paints and then waits for an encoder, in bytes. */
const littlePainting = 64_000_000;

/** Whether painting a plan is so cheap that a separate process would cost more. */
export function paintsLittle(plan: RenderPlan, media: Pick<Media, 'probes'>): boolean {
  const { memory = 0, disk } = paintNeed(plan, media, { folder: '', isStill: false });
  return memory - painterBase + (disk?.bytes ?? 0) <= littlePainting;
}

/** Returns the resources for encoding a GIF. */
export function gifNeed({ width, height, count, out }: GifWork): Need {
  const disk = { bytes: pictureBytes({ width, height }, count, 'palette'), folder: dirname(out) };
  return { memory: painterBase + 20 * width * height, disk };
}

/** Returns the inputs of a plan that a run reads. */
export function inputsOf({ inputs }: RenderPlan, { args }: Command, { paths }: Pick<Media, 'paths'>): Input[] {
  const named = new Set(args);
  return inputs.filter(({ url }) => named.has(fileUrl(paths.get(url) ?? '')));
}

/**
 * Returns the resources of an ffmpeg run. @param plan whose inputs it may read; only those named in its arguments
 * count.
 * @param resources.memory for buffered data, in bytes.
 */
export async function runNeed(
  plan: RenderPlan,
  command: Command,
  resources: { media: Pick<Media, 'paths' | 'probes'>; work: string; memory: number },
): Promise<Need> {
  const { media } = resources;
  const disk = { bytes: await bytesWritten(command.writes, media), folder: command.writes.folder };
  if (command.kind === 'copy') return { memory: ffmpegMemory, disk };
  const read = inputsOf(plan, command, media);
  const waiting = command.waits ?? 0;
  const isSound = command.kind === 'sound';
  const own = isSound ? soundDecoder * read.length : pictureMemory(plan, command, resources, read);
  return { memory: ffmpegMemory + own + waiting, decoders: read.length, disk };
}

function pictureMemory(
  { bitmaps, output, scenes }: RenderPlan,
  { args }: Command,
  { media, work, memory }: Parameters<typeof runNeed>[2],
  read: readonly Input[],
): number {
  const named = new Set(args);
  const seen = read.filter(({ kind }) => kind === 'video');
  const decoded = seen.reduce((sum, { url }) => sum + 1.5 * pixelsOf(media.probes.get(url)) * decodedFrames, 0);
  const painted = bitmaps.filter((bitmap) => named.has(fileUrl(bitmapPath(bitmap, work))));
  const pictures = painted.reduce((sum, bitmap) => sum + bitmapBytes(bitmap, output), 0);
  const ids = new Set(seen.map(({ id }) => id));
  const parts = scenes.flatMap(({ parts }) => parts);
  const blended = [
    ...painted.filter(({ blend }) => blend),
    ...parts.flatMap((part) => (part.kind === 'video' && part.blend && ids.has(part.input) ? [part.bounds] : [])),
  ].reduce((sum, place) => sum + Math.min(place.width, output.width) * Math.min(place.height, output.height), 0);
  const { pixels } = output;
  const share = encoderShare[plannedCodec(output)] ?? 1;
  const frame = output.width * output.height * (pixels === 'rgba' ? 4 * composedFrames : 1.5 * encodedFrames * share);
  return decoded + frame + Math.min(pictures, memory) + blended * blendedBytes[pixels];
}

async function bytesWritten(
  { bytes, files = [], stretch }: Writes,
  { probes }: Pick<Media, 'probes'>,
): Promise<number> {
  const sizes = await Promise.all(files.map(sizeOf));
  const probe = stretch ? probes.get(stretch.url) : undefined;
  // Encoded frames are not distributed evenly over a file.
  const share = stretch && probe && probe.duration > 0 ? Math.min(1, (1.5 * stretch.seconds) / probe.duration) : 0;
  return bytes + sizes.reduce((sum, size) => sum + size, 0) + share * (probe?.size ?? 0);
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/**
 * Returns the resources for a still of a video. @param side maximum side of the still, in pixels. @param folder that
 * receives it.
 */
export function mediaStillNeed(
  probe: { codedWidth: number; codedHeight: number },
  { side, folder }: { side: number; folder: string },
): Need {
  const decoded = 1.5 * pixelsOf(probe) * decodedFrames;
  return { memory: ffmpegMemory + decoded, decoders: 1, disk: { bytes: side * side, folder } };
}

function pixelsOf(probe: { codedWidth: number; codedHeight: number } | undefined): number {
  return probe ? probe.codedWidth * probe.codedHeight : 0;
}
