import { readFile, stat } from 'node:fs/promises';
import { type Canvas, createCanvas, type Image, loadImage, Path2D, setTextRenderer } from '@napi-rs/canvas';
import type { Canvas2D, PaintEnv, Picture, Surface } from '../../../engine/painters/canvas.ts';
import { MAX_UPLOAD_BYTES } from '../../../engine/project/limits.ts';
import { ProblemError, problem } from '../../../engine/project/problems.ts';
import { statedSize, withoutWebpExif, withStillBrand } from '../media/pictureSize.ts';
import { shownName } from '../media/unreadable.ts';

/** Largest picture that is decoded unless the caller says otherwise, pixels: 400 MB of memory. */
const defaultMaxPixels = 100_000_000;

// Skia's own renderer has other edges than a browser's; this one paints letters as Chromium does.
setTextRenderer('system');

/** A canvas of Skia's, and its context as the painters know it. */
export interface SkiaSurface extends Surface {
  canvas: Canvas;
}

/** Makes an empty, transparent canvas. @param width whole pixels, at least 1. */
export function createSurface(width: number, height: number): SkiaSurface {
  const canvas = createCanvas(width, height);
  const ctx: Canvas2D = canvas.getContext('2d');
  return { canvas, ctx, source: canvas };
}

/** A Path2D of Skia's from SVG path data. */
function skiaPath(data: string): Path2D {
  return new Path2D(data);
}

/** What painters need of this side beside a canvas. */
export const skiaSide: Pick<PaintEnv, 'path' | 'surface'> = { path: skiaPath, surface: createSurface };

/** All pixels of a surface: red, green, blue, alpha, 0 to 255 each, color not multiplied by alpha. */
export function pixelsOf({ canvas }: Pick<SkiaSurface, 'canvas'>): Uint8ClampedArray {
  return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
}

/** What loadPicture may be told. */
export interface LoadOptions {
  /** Largest picture that is decoded, pixels; 100 million unless given. */
  maxPixels?: number;
}

/**
 * Decodes a PNG, JPEG, GIF (its first frame), WebP, AVIF or BMP file, turned upright as browsers do.
 * @param file path on this machine.
 * @throws ProblemError media.missing when there is no such file, media.unreadable when it is too large or no such picture.
 */
export async function loadPicture(file: string, options: LoadOptions = {}): Promise<Picture> {
  const name = shownName(file);
  const bytes = await readBounded(file, name);
  const size = statedSize(bytes);
  if (!size) throw unreadable(`The image "${name}" cannot be read.`);
  const maxPixels = options.maxPixels ?? defaultMaxPixels;
  if (size.width * size.height > maxPixels) {
    throw unreadable(
      `The image "${name}" is too large: ${size.width} × ${size.height} pixels are more than ${Math.floor(maxPixels / 1e6)} million.`,
    );
  }
  try {
    const image = await loadImage(withoutWebpExif(withStillBrand(bytes)));
    // Skia turns all but a PNG by itself.
    const isPng = bytes.toString('latin1', 1, 4) === 'PNG';
    if (image.width > 0 && image.height > 0) return isPng ? upright(image, size.orientation) : pictureOf(image);
  } catch {
    // Skia's own words say nothing to a person; the sentence below does.
  }
  throw unreadable(`The image "${name}" cannot be read.`);
}

function pictureOf(source: Image | Canvas): Picture {
  return { source, width: source.width, height: source.height };
}

/** A picture turned by its orientation, as EXIF counts. */
function upright(image: Image, orientation: number): Picture {
  if (orientation === 1) return pictureOf(image);
  const { width, height } = image;
  const isOnSide = orientation >= 5;
  const { canvas } = createSurface(isOnSide ? height : width, isOnSide ? width : height);
  const ctx = canvas.getContext('2d');
  const [xx, xy, yx, yy] = axes[orientation - 1] as (typeof axes)[number];
  // What an axis that is turned around leaves of the canvas begins at its other side.
  ctx.setTransform(xx, xy, yx, yy, xx + yx < 0 ? canvas.width : 0, xy + yy < 0 ? canvas.height : 0);
  ctx.drawImage(image, 0, 0);
  return pictureOf(canvas);
}

/** Where the picture's right and down go on the canvas, by orientation from 1 on (EXIF 3.0, §4.6.5.1.6). */
const axes = [
  [1, 0, 0, 1],
  [-1, 0, 0, 1],
  [-1, 0, 0, -1],
  [1, 0, 0, -1],
  [0, 1, 1, 0],
  [0, 1, -1, 0],
  [0, -1, -1, 0],
  [0, -1, 1, 0],
] as const;

async function readBounded(file: string, name: string): Promise<Buffer> {
  try {
    const { size } = await stat(file);
    if (size > MAX_UPLOAD_BYTES) throw unreadable(`The image "${name}" is too large to read.`);
    return await readFile(file);
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new ProblemError([problem('media.missing', [], `The image "${name}" does not exist.`)]);
    }
    throw unreadable(`The image "${name}" cannot be read.`);
  }
}

function unreadable(message: string): ProblemError {
  return new ProblemError([problem('media.unreadable', [], message)]);
}
