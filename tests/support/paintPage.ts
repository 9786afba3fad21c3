import { type AnimationState, stillState } from '../../engine/kinds/animation.ts';
import { kindOf } from '../../engine/kinds/index.ts';
import type { Box } from '../../engine/layout/box.ts';
import type { Canvas2D, Surface } from '../../engine/painters/canvas.ts';
import { facesOf } from '../../engine/painters/fonts.ts';
import { inkBounds, paintLayer } from '../../engine/painters/index.ts';
import type { Layer } from '../../engine/project/layers.ts';

/** A sample for comparing browser and renderer. */
export interface Sample {
  name: string;
  layer: Layer;
  box: Box;
  animation: AnimationState;
  width: number;
  height: number;
  background: string;
  /** Address of an image layer's image in the page. */
  pictureUrl?: string;
}

/** Pixel counts of a painted layer. */
interface InkCount {
  touched: number;
  /** Outside of its ink bounds. */
  outside: number;
}

function surface(width: number, height: number): Surface {
  const canvas = new OffscreenCanvas(width, height);
  return { ctx: context(canvas), source: canvas };
}

function context(canvas: OffscreenCanvas): Canvas2D {
  const ctx = canvas.getContext('2d');
  if (!ctx) throw new Error('The browser gives no canvas.');
  return ctx;
}

async function pictureOf(url: string): Promise<{ source: unknown; width: number; height: number }> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return { source: image, width: image.naturalWidth, height: image.naturalHeight };
}

async function loadFonts(layer: Layer): Promise<void> {
  for (const letters of kindOf(layer).lettering(layer)) {
    await Promise.all(
      facesOf(letters).map(({ family, weight, style }) =>
        document.fonts.load(`${style} ${weight} 16px "${family}"`, letters.text),
      ),
    );
  }
}

/** Paints each layer on an empty canvas. @returns the counts of each. */
export async function inkOf(layers: readonly Layer[], box: Box): Promise<InkCount[]> {
  const side = 400;
  const ctx = new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true });
  if (!ctx) throw new Error('The browser gives no canvas.');
  const counts: InkCount[] = [];
  for (const layer of layers) {
    await loadFonts(layer);
    ctx.clearRect(0, 0, side, side);
    const on = ctx as unknown as Canvas2D;
    paintLayer(on, layer, { box, animation: stillState, path: (data) => new Path2D(data), surface });
    const { x, y, width, height } = inkBounds(on, layer, box, stillState);
    const [left, top, right, bottom] = [Math.floor(x), Math.floor(y), Math.ceil(x + width), Math.ceil(y + height)];
    const pixels = ctx.getImageData(0, 0, side, side).data;
    const count = { touched: 0, outside: 0 };
    for (let i = 3; i < pixels.length; i += 4) {
      if (pixels[i] === 0) continue;
      count.touched += 1;
      const [atX, atY] = [((i - 3) / 4) % side, Math.floor((i - 3) / 4 / side)];
      if (atX < left || atX >= right || atY < top || atY >= bottom) count.outside += 1;
    }
    counts.push(count);
  }
  return counts;
}

/** Paints a sample in the page. @returns RGBA as base64. */
async function paint(sample: Sample): Promise<string> {
  const { layer, box, animation, width, height } = sample;
  await loadFonts(layer);
  const picture = sample.pictureUrl ? await pictureOf(sample.pictureUrl) : undefined;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const ctx = canvas.getContext('2d');
  if (!ctx) throw new Error('The browser gives no canvas.');
  ctx.fillStyle = sample.background;
  ctx.fillRect(0, 0, width, height);
  paintLayer(ctx, layer, {
    box,
    animation,
    path: (data) => new Path2D(data),
    surface,
    ...(picture ? { picture } : {}),
  });
  const bytes = ctx.getImageData(0, 0, width, height).data;
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text);
}

Object.assign(globalThis, { paint, inkOf });
