import { readFile, stat } from 'node:fs/promises';
import { type Canvas, createCanvas, type Image, loadImage, Path2D, setTextRenderer } from '@napi-rs/canvas';
import type { Canvas2D, PaintEnv, Picture, Surface } from '../../../engine/painters/canvas.ts';
import { MAX_UPLOAD_BYTES } from '../../../engine/project/limits.ts';
import { ProblemError, problem } from '../../../engine/project/problems.ts';
import { sizeInHeader, withoutWebpExif, withStillBrand } from '../media/declaredImageSize.ts';
import { shownName } from '../media/unreadable.ts';

/** Default limit of decoded images, in pixels: 400 MB of memory. */
const defaultMaxPixels = 100_000_000;

// Skia's own text renderer has different edges; this one paints glyphs as Chromium does.
setTextRenderer('system');

/** A Skia canvas with its context as painters see it. */
export interface SkiaSurface extends Surface {
  canvas: Canvas;
}

/** Creates a transparent canvas. @param width whole pixels, at least 1. */
export function createSurface(width: number, height: number): SkiaSurface {
  const canvas = createCanvas(width, height);
  // The painters' interface names only what both platforms have.
  const ctx = canvas.getContext('2d') as unknown as Canvas2D;
  return { canvas, ctx, source: canvas };
}

/** Creates a Path2D from SVG path data. */
function skiaPath(data: string): Path2D {
  return new Path2D(data);
}

/** What painters need from Skia besides a canvas. */
export const skiaSide: Pick<PaintEnv, 'path' | 'surface'> = { path: skiaPath, surface: createSurface };

/** Returns all pixels of a surface as straight RGBA, 0 to 255. */
export function pixelsOf({ canvas }: Pick<SkiaSurface, 'canvas'>): Uint8ClampedArray {
  return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
}

/** Options of loadPicture. */
export interface LoadOptions {
  /** Maximum size of the image, in pixels; default 100 million. */
  maxPixels?: number;
}

/**
 * Decodes a PNG, JPEG, GIF (first frame), WebP, AVIF or BMP file, upright as in browsers.
 * @param file path on this machine.
 * @throws ProblemError media.missing if the file is missing, media.unreadable if it is too large or not such an image.
 */
export async function loadPicture(file: string, options: LoadOptions = {}): Promise<Picture> {
  const name = shownName(file);
  const bytes = await readBounded(file, name);
  const size = sizeInHeader(bytes);
  if (!size) throw unreadable(`The image "${name}" cannot be read.`);
  const maxPixels = options.maxPixels ?? defaultMaxPixels;
  if (size.width * size.height > maxPixels) {
    throw unreadable(
      `The image "${name}" is too large: ${size.width} × ${size.height} pixels are more than ${Math.floor(maxPixels / 1e6)} million.`,
    );
  }
  try {
    const image = await loadImage(withoutWebpExif(withStillBrand(bytes)));
    // Skia applies the orientation of all formats except PNG.
    const isPng = bytes.toString('latin1', 1, 4) === 'PNG';
    if (image.width > 0 && image.height > 0) return isPng ? upright(image, size.orientation) : pictureOf(image);
  } catch {
    // The sentence below is clearer than Skia's message.
  }
  throw unreadable(`The image "${name}" cannot be read.`);
}

function pictureOf(source: Image | Canvas): Picture {
  return { source, width: source.width, height: source.height };
}

/** Rotates an image by its EXIF orientation. */
function upright(image: Image, orientation: number): Picture {
  if (orientation === 1) return pictureOf(image);
  const { width, height } = image;
  const isOnSide = orientation >= 5;
  const { canvas } = createSurface(isOnSide ? height : width, isOnSide ? width : height);
  const ctx = canvas.getContext('2d');
  const [xx, xy, yx, yy] = axes[orientation - 1] as (typeof axes)[number];
  // A negative axis starts at the opposite side of the canvas.
  ctx.setTransform(xx, xy, yx, yy, xx + yx < 0 ? canvas.width : 0, xy + yy < 0 ? canvas.height : 0);
  ctx.drawImage(image, 0, 0);
  return pictureOf(canvas);
}

/** Directions of the image's right and down on the canvas, by orientation from 1 on (EXIF 3.0, §4.6.5.1.6). */
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
