import { type FileHandle, open } from 'node:fs/promises';
import { type AnimationState, animationAt, still } from '../../engine/kinds/animation.ts';
import { layerBox, type Size } from '../../engine/layout/box.ts';
import { paintBackground } from '../../engine/painters/background.ts';
import type { Picture } from '../../engine/painters/canvas.ts';
import { paintLayer } from '../../engine/painters/index.ts';
import { toYuv420, yuvSize } from '../../engine/painters/yuv.ts';
import type { Layer } from '../../engine/project/layers.ts';
import { bitmapPath } from './command.ts';
import { registerFonts } from './fonts.ts';
import type { Bitmap, RenderPlan } from './plan.ts';
import { createSurface, pixelsOf, type SkiaSurface, skiaSide } from './skia.ts';

/** Where painting gets its pictures from, and whom it tells. */
export interface PaintOptions {
  /** The decoded picture of a layer; undefined for a layer without one. */
  picture: (layer: Layer) => Promise<Picture | undefined>;
  /** Folder of fetched font families. */
  fontsDir?: string | undefined;
  signal?: AbortSignal | undefined;
  /** @param share of the bitmaps that are painted, 0 to 1. */
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

/** Paints one bitmap as it is at a time. @param t seconds since its scene began. */
export async function paintBitmap(
  bitmap: Bitmap,
  canvas: Size,
  t: number,
  options: PaintOptions,
): Promise<SkiaSurface> {
  registerFonts(bitmap.layers, options.fontsDir);
  const surface = createSurface(bitmap.width, bitmap.height);
  const { ctx } = surface;
  ctx.translate(-bitmap.x, -bitmap.y);
  if (bitmap.background !== undefined) paintBackground(ctx, bitmap.background, canvas);
  for (const layer of bitmap.layers) {
    const picture = await options.picture(layer);
    paintLayer(ctx, layer, {
      box: layerBox(layer, canvas),
      animation: stateOf(layer, t),
      ...skiaSide,
      ...(picture ? { picture } : {}),
    });
  }
  return surface;
}

/** Frames that look the same are painted once and written again. */
async function writeFrames(file: FileHandle, bitmap: Bitmap, plan: RenderPlan, options: PaintOptions): Promise<void> {
  let key: string | undefined;
  let bytes: Uint8Array = new Uint8Array();
  for (const t of bitmap.times) {
    options.signal?.throwIfAborted();
    const next = JSON.stringify(bitmap.layers.map((layer) => stateOf(layer, t)));
    if (next !== key) bytes = rawPixels(await paintBitmap(bitmap, plan.output, t, options), bitmap, plan);
    key = next;
    await file.write(bytes);
  }
}

function rawPixels(surface: SkiaSurface, bitmap: Bitmap, plan: RenderPlan): Uint8Array {
  const data = pixelsOf(surface);
  if (plan.output.pixels === 'rgba') return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const { width, height, background } = bitmap;
  const alpha = background === undefined;
  const bytes = new Uint8Array(yuvSize(width, height, alpha));
  toYuv420({ data, width, height, isBlueFirst: false }, bytes, alpha);
  return bytes;
}

function stateOf(layer: Layer, t: number): AnimationState {
  return layer.type === 'text' ? animationAt(layer.animation, t) : still;
}
