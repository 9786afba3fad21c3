import type { ShownCues } from '../../kinds/cueStates.ts';
import type { View } from '../../kinds/pictureMotion.ts';
import type { Box, Size } from '../../layout/box.ts';
import type { Rect } from '../../layout/fit.ts';
import type { Canvas2D, PaintEnv, Picture } from '../../painters/canvas.ts';
import { inkBounds, paintLayer } from '../../painters/index.ts';
import type { Layer } from '../../project/layers.ts';
import { Drawable } from '../compositor/quad.ts';
import { paintMissing } from './missingPicture.ts';
import { type PaintRegion, regionOf } from './paintRegion.ts';
import { browserSide, createSurface } from './surfaces.ts';

/**
 * Returns the transparent border around a painted layer in canvas pixels, for antialiased edges during rotation: at
 * least one pixel of its image. @param longest side of the layer in canvas pixels. @param fineness see PictureRequest.
 */
function borderOf(longest: number, maxSide: number, fineness: number): number {
  return Math.max(1, Math.ceil(1 / fineness), Math.ceil(longest / (maxSide - 2)));
}

/** A layer to be painted: upright, in screen resolution. */
export interface PictureRequest {
  layer: Layer;
  /** What the layer shows, without its position; equal for layers that look the same at the same size. */
  content: string;
  /** Its box in project pixels; the rotation only decides the visible part of a very large layer. */
  box: Box;
  /** Canvas pixels per project pixel. */
  scale: number;
  /** Size of the project's canvas. */
  canvas: Size;
  /** Strength of the glow, 0 to 1, and hue rotation in degrees, if painted instead of composited. */
  glow: number;
  hue: number;
  /** Share of a text's visible letters. */
  shown: number;
  /** Visible subtitles. */
  cues: ShownCues | undefined;
  /** A moment at which they are visible, in seconds since the layer's start. */
  time: number | undefined;
  /** All properties of the position that affect the pixels; equal requests share an image. */
  phase: string;
  picture: Picture | undefined;
  /** Visible part of its box; undefined: all. */
  view?: View;
  /** Paints only the shadow of an image, or everything except it; undefined: both. */
  part?: PaintEnv['part'];
  /** Whether the symbol of a missing file is painted instead of the layer. */
  isMissing: boolean;
  /**
   * For layers with keyframes: pixels of the image per canvas pixel of the layer. It is then painted whole, wherever it
   * is.
   */
  fineness?: number | undefined;
}

/** A painted layer, shown by any number of quads. */
export interface LayerPicture {
  readonly drawable: Drawable;
  /** Size in canvas pixels; 0 for a layer that shows nothing. */
  readonly width: number;
  readonly height: number;
  /** Offset from the center of the layer's box to the center of the image, in canvas pixels, for an upright layer. */
  readonly offsetX: number;
  readonly offsetY: number;
  /** Painted part relative to the box's corner, and everything that the layer touches, in project pixels. */
  readonly region: PaintRegion;
  readonly reach: Rect;
}

/** Painted layers, each stored while it is shown. */
export interface LayerPictures {
  /** Returns the image of a layer; painted, or shared with an equal one. Release it when it is no longer shown. */
  acquire(request: PictureRequest): LayerPicture;
  release(picture: LayerPicture): void;
  /** Repaints everything from now on; images that are still shown may be released as usual. */
  forgetAll(): void;
  /** Number of stored images, for tests. */
  readonly size: number;
}

interface Use {
  key: string;
  uses: number;
}

interface Options {
  maxSide: () => number;
  passing: boolean;
  forget(drawable: Drawable): void;
}

/**
 * Creates a store of painted layers.
 * @param forget called with each unused drawable. @param passing see Drawable.
 */
export function createLayerPictures(options: Options): LayerPictures {
  const { ctx: measuring } = createSurface(1, 1);
  const byKey = new Map<string, LayerPicture>();
  const retained = new Map<LayerPicture, Use>();
  return {
    acquire(request) {
      const key = keyOf(request);
      const known = byKey.get(key);
      const picture = known ?? paint(request, measuring, options);
      // The visible part of a very large layer depends on its position.
      const shared = !picture.region.isCut;
      if (shared) byKey.set(key, picture);
      const entry = retained.get(picture) ?? { key, uses: 0 };
      entry.uses += 1;
      retained.set(picture, entry);
      return picture;
    },
    release(picture) {
      const entry = retained.get(picture);
      if (!entry) return;
      entry.uses -= 1;
      if (entry.uses > 0) return;
      retained.delete(picture);
      if (byKey.get(entry.key) === picture) byKey.delete(entry.key);
      options.forget(picture.drawable);
      freeSource(picture.drawable);
    },
    forgetAll: () => byKey.clear(),
    get size() {
      return retained.size;
    },
  };
}

function keyOf({ content, box, scale, glow, hue, shown, cues, phase, fineness }: PictureRequest): string {
  const written = cues ? JSON.stringify(cues) : '';
  return `${rounded(box.width * scale)} ${rounded(box.height * scale)} ${scale} ${glow} ${hue} ${shown} ${phase} ${fineness ?? ''} ${content} ${written}`;
}

/** Sizes are rounded to this fraction of a pixel; smaller differences are invisible. */
const fineness = 64;

function rounded(pixels: number): number {
  return Math.round(pixels * fineness);
}

function paint(request: PictureRequest, measuring: Canvas2D, options: Options): LayerPicture {
  const maxSide = options.maxSide();
  const { layer, box, scale } = request;
  const upright = { ...box, rotation: 0 };
  const reach: Rect = request.isMissing ? upright : inkBounds(measuring, layer, upright, request);
  const { fineness } = request;
  const region = fineness === undefined ? regionOf(reach, box, request.canvas) : { ...reach, isCut: false };
  const border = borderOf(Math.max(region.width, region.height) * scale + 1, maxSide, fineness ?? 1);
  const left = Math.floor(region.x * scale) - border;
  const top = Math.floor(region.y * scale) - border;
  const width = Math.ceil((region.x + region.width) * scale) + border - left;
  const height = Math.ceil((region.y + region.height) * scale) + border - top;
  const drawable = new Drawable();
  const isEmpty = region.width <= 0 || region.height <= 0;
  if (!isEmpty) {
    const density = Math.min(fineness ?? 1, maxSide / Math.max(width, height));
    fill(drawable, request, { left, top, width, height, density });
    drawable.passing = options.passing;
  }
  return {
    drawable,
    width: isEmpty ? 0 : width,
    height: isEmpty ? 0 : height,
    offsetX: left + width / 2 - (box.x + box.width / 2) * scale,
    offsetY: top + height / 2 - (box.y + box.height / 2) * scale,
    region: { ...region, x: region.x - box.x, y: region.y - box.y },
    reach: { ...reach, x: reach.x - box.x, y: reach.y - box.y },
  };
}

function fill(
  drawable: Drawable,
  { layer, box, scale, glow, hue, shown, time, view, picture, part, isMissing }: PictureRequest,
  at: { left: number; top: number; width: number; height: number; density: number },
): void {
  drawable.width = Math.max(1, Math.round(at.width * at.density));
  drawable.height = Math.max(1, Math.round(at.height * at.density));
  drawable.version = 1;
  const { ctx, source } = createSurface(drawable.width, drawable.height);
  drawable.source = source;
  const unit = scale * at.density;
  ctx.setTransform(unit, 0, 0, unit, -at.left * at.density, -at.top * at.density);
  const upright = { ...box, rotation: 0 };
  if (isMissing) paintMissing(ctx, upright);
  else
    paintLayer(ctx, layer, {
      box: upright,
      animation: { opacity: 1, hue, glow, shown, ...(time === undefined ? {} : { time }), ...(view ? { view } : {}) },
      ...browserSide,
      ...(picture ? { picture } : {}),
      ...(part ? { part } : {}),
    });
}

function freeSource(drawable: Drawable): void {
  const { source } = drawable;
  if (source instanceof OffscreenCanvas) {
    source.width = 0;
    source.height = 0;
  }
  drawable.source = undefined;
}
