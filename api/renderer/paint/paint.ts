import { type FileHandle, open } from 'node:fs/promises';
import type { View } from '../../../engine/kinds/pictureMotion.ts';
import { layerBox, type Size } from '../../../engine/layout/box.ts';
import type { Rect } from '../../../engine/layout/fit.ts';
import { union } from '../../../engine/layout/rect.ts';
import { type LayerState, layerStateAt } from '../../../engine/motion/layerState.ts';
import { paintBackground } from '../../../engine/painters/background.ts';
import type { Picture } from '../../../engine/painters/canvas.ts';
import { movedBounds, paintMoved } from '../../../engine/painters/paintMoved.ts';
import { toYuv420, yuvSize } from '../../../engine/painters/yuv.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { rawFormat } from '../plan/bitmapBytes.ts';
import { clipToCanvas } from '../plan/layerDrafts.ts';
import type { Bitmap, Output, RenderPlan } from '../plan/plan.ts';
import { bitmapPath } from '../plan/renderFiles.ts';
import { clearPixels, putOnBlack, putPixels } from './rawPixels.ts';
import { registerFonts } from './registerFonts.ts';
import { createSurface, pixelsOf, type SkiaSurface, skiaSide } from './skia.ts';

/** Options for painting. */
export interface PaintOptions {
  /**
   * Returns the decoded image of a layer in a view of its box; undefined for a layer without one.
   * @param isStill whether it is painted at the size of its place.
   */
  picture: (layer: Layer, view?: View, isStill?: boolean) => Promise<Picture | undefined>;
  /** Folder for downloaded font families. */
  fontsDir?: string | undefined;
  signal?: AbortSignal | undefined;
  /** @param share of painted bitmaps, 0 to 1. */
  onProgress?: (share: number) => void;
}

/** Paints every bitmap of a plan into a file of raw pixels in the folder `work`. */
export async function paintBitmaps(plan: RenderPlan, work: string, options: PaintOptions): Promise<void> {
  for (const [i, bitmap] of plan.bitmaps.entries()) {
    const file = await open(bitmapPath(bitmap, work), 'w');
    try {
      await writeFrames(file, bitmap, plan, options);
    } finally {
      await file.close();
    }
    options.onProgress?.((i + 1) / plan.bitmaps.length);
  }
}

/** Paints one image of a bitmap. @param index of the image, from 0. */
export async function paintBitmap(
  bitmap: Bitmap,
  canvas: Size,
  index: number,
  options: PaintOptions,
): Promise<SkiaSurface> {
  return paintLayers({ ...bitmap, layers: shownIn(bitmap, index) }, canvas, bitmap.times[index] as number, options);
}

/** Paints the layers of a still bitmap of the canvas's size over a surface. */
export async function paintOver(
  surface: SkiaSurface,
  bitmap: Bitmap,
  canvas: Size,
  options: PaintOptions,
): Promise<void> {
  registerFonts(bitmap.layers, options.fontsDir);
  surface.ctx.setTransform(1, 0, 0, 1, 0, 0);
  await paintEach(surface, bitmap, canvas, bitmap.times[0] as number, options);
}

async function paintLayers(
  area: Pick<Bitmap, 'x' | 'y' | 'width' | 'height' | 'background' | 'layers' | 'moves' | 'moved'>,
  canvas: Size,
  t: number,
  options: PaintOptions,
): Promise<SkiaSurface> {
  registerFonts(area.layers, options.fontsDir);
  const surface = createSurface(area.width, area.height);
  const { ctx } = surface;
  if (area.moved) ctx.scale(area.moved.fineness, area.moved.fineness);
  if (area.moves) ctx.scale(area.width / area.moves.size.width, area.height / area.moves.size.height);
  ctx.translate(-area.x, -area.y);
  if (area.background !== undefined) paintBackground(ctx, area.background, canvas);
  await paintEach(surface, area, canvas, t, options);
  return surface;
}

async function paintEach(
  { ctx }: SkiaSurface,
  area: Pick<Bitmap, 'layers' | 'moves' | 'moved'>,
  canvas: Size,
  t: number,
  options: PaintOptions,
): Promise<void> {
  for (const layer of area.layers) {
    const animation = stateOf(layer, t);
    const isStill = !area.moved && !area.moves && !animation.move;
    const picture = await options.picture(layer, animation.view, isStill);
    paintMoved(ctx, layer, {
      box: layerBox(layer, canvas),
      ...{ animation, canvas },
      ...skiaSide,
      ...(picture ? { picture } : {}),
    });
  }
}

/** Paints frames that look the same once, and writes them repeatedly. */
async function writeFrames(file: FileHandle, bitmap: Bitmap, plan: RenderPlan, options: PaintOptions): Promise<void> {
  let key: string | undefined;
  let bytes: Uint8Array = new Uint8Array();
  for (const [index, t] of bitmap.times.entries()) {
    options.signal?.throwIfAborted();
    const next = JSON.stringify([bitmap.shown?.[index], shownIn(bitmap, index).map((layer) => stateOf(layer, t))]);
    if (next !== key) bytes = await picturePixels(bitmap, index, plan, options);
    key = next;
    // Unlike a single write, `appendFile` continues until everything is written or the disk is full.
    await file.appendFile(bytes);
  }
}

/** Paints and converts only the used area of a sequence's image; the rest is transparent. */
async function picturePixels(
  bitmap: Bitmap,
  index: number,
  { output }: RenderPlan,
  options: PaintOptions,
): Promise<Uint8Array> {
  if (!bitmap.shown) return rawPixels(await paintBitmap(bitmap, output, index, options), bitmap, output);
  const layers = shownIn(bitmap, index);
  const t = bitmap.times[index] as number;
  const area = layers
    .map((layer) => movedBounds(layer, layerBox(layer, output), stateOf(layer, t), output))
    .flatMap((bounds) => clipToCanvas(bounds, output) ?? [])
    .reduce<Rect | undefined>((all, bounds) => (all ? union(all, bounds) : bounds), undefined);
  const whole = clearPixels(bitmap, output.pixels);
  if (!area) return whole;
  const part = { ...area, layers };
  const surface = await paintLayers(part, output, t, options);
  putPixels(rawPixels(surface, part, output), area, whole, bitmap, output.pixels);
  return whole;
}

function rawPixels(surface: SkiaSurface, bitmap: Size & Parameters<typeof rawFormat>[0], output: Output): Uint8Array {
  const data = pixelsOf(surface);
  const format = rawFormat(bitmap, output);
  if (format === 'rgba') return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const { width, height } = bitmap;
  const alpha = format === 'yuva420p';
  // A video has no transparency: it is black behind its lowest image.
  if (!alpha) putOnBlack(data);
  const bytes = new Uint8Array(yuvSize(width, height, alpha));
  toYuv420({ data, width, height, isBlueFirst: false }, bytes, alpha);
  return bytes;
}

function shownIn({ layers, shown }: Bitmap, index: number): Layer[] {
  return shown ? (shown[index] as number[]).map((i) => layers[i] as Layer) : layers;
}

/** @param t seconds since the scene's start. */
function stateOf(layer: Layer, t: number): LayerState {
  const { from = 0, to = Number.POSITIVE_INFINITY } = layer;
  return layerStateAt(layer, Math.max(0, t - from), to - from);
}
