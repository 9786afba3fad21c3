import type { AnimationState } from '../kinds/animation.ts';
import type { Box } from '../layout/box.ts';

/**
 * The part of CanvasRenderingContext2D that the painters use. Browser canvases and Skia's canvas in Node both provide
 * it, so the same code paints on both.
 */
export interface Canvas2D {
  readonly canvas: { readonly width: number; readonly height: number };
  globalAlpha: number;
  globalCompositeOperation: string;
  fillStyle: unknown;
  strokeStyle: unknown;
  lineWidth: number;
  lineCap: 'butt' | 'round' | 'square';
  lineJoin: 'bevel' | 'miter' | 'round';
  miterLimit: number;
  font: string;
  textAlign: 'left' | 'right' | 'center' | 'start' | 'end';
  textBaseline: 'alphabetic' | 'top' | 'middle' | 'bottom' | 'hanging' | 'ideographic';
  direction: 'ltr' | 'rtl' | 'inherit';
  fontKerning: 'auto' | 'none' | 'normal';
  textRendering: 'auto' | 'geometricPrecision' | 'optimizeLegibility' | 'optimizeSpeed';
  imageSmoothingEnabled: boolean;
  imageSmoothingQuality: 'high' | 'low' | 'medium';
  shadowColor: string;
  shadowBlur: number;
  shadowOffsetX: number;
  shadowOffsetY: number;
  /** Space after each letter, such as "2px"; included in measured widths, also after the last letter. */
  letterSpacing: string;
  save(): void;
  restore(): void;
  translate(x: number, y: number): void;
  rotate(radians: number): void;
  scale(x: number, y: number): void;
  transform(a: number, b: number, c: number, d: number, e: number, f: number): void;
  getTransform(): Transform;
  setTransform(a: number, b: number, c: number, d: number, e: number, f: number): void;
  beginPath(): void;
  closePath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  rect(x: number, y: number, width: number, height: number): void;
  ellipse(x: number, y: number, radiusX: number, radiusY: number, rotation: number, from: number, to: number): void;
  clip(): void;
  fill(path?: unknown): void;
  stroke(path?: unknown): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  fillText(text: string, x: number, y: number): void;
  strokeText(text: string, x: number, y: number): void;
  measureText(text: string): TextExtent;
  createLinearGradient(x0: number, y0: number, x1: number, y1: number): Gradient;
  drawImage(
    image: unknown,
    sx: number,
    sy: number,
    sw: number,
    sh: number,
    dx: number,
    dy: number,
    dw: number,
    dh: number,
  ): void;
  /** Returns a copy of pixels with straight alpha. */
  getImageData(x: number, y: number, width: number, height: number): CanvasPixels;
  putImageData(pixels: CanvasPixels, x: number, y: number): void;
}

/** Pixels of a canvas: RGBA with straight alpha. */
export interface CanvasPixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** A gradient as a fill or stroke style. */
export interface Gradient {
  addColorStop(offset: number, color: string): void;
}

/** Result of measureText, in pixels. */
export interface TextExtent {
  width: number;
  /** Distances from the text's alignment point and baseline to the edges of its ink. */
  actualBoundingBoxLeft: number;
  actualBoundingBoxRight: number;
  actualBoundingBoxAscent: number;
  actualBoundingBoxDescent: number;
}

/** The six numbers of a 2D affine transform, as in DOMMatrix. */
export interface Transform {
  a: number;
  b: number;
  c: number;
  d: number;
  e: number;
  f: number;
}

/** An additional canvas; `source` can be passed to drawImage of the same platform. */
export interface Surface {
  ctx: Canvas2D;
  source: unknown;
}

/** A decoded image or frame with its display size. */
export interface Picture {
  /** Argument of drawImage on this platform; undefined if only the size is known, which is enough for a shadow. */
  source: unknown;
  width: number;
  height: number;
}

/** Inputs of a painter besides the layer. */
export interface PaintEnv {
  /** Box of the layer on the canvas, in pixels. */
  box: Box;
  /** Animation state of the layer. */
  animation: AnimationState;
  /** The decoded image or frame of an image or video layer; absent while it loads. */
  picture?: Picture;
  /** Paints only the shadow of an image, or everything except it; default: both. */
  part?: 'shadow' | 'picture';
  /** Creates a Path2D of this platform from SVG path data. */
  path(data: string): unknown;
  /** Creates an empty, transparent canvas in whole pixels, for overlapping parts that must fade as one. */
  surface(width: number, height: number): Surface;
}

/** Paints one layer on a canvas in project pixels, with the origin at its top left corner. */
export type Painter<L> = (ctx: Canvas2D, layer: L, env: PaintEnv) => void;
