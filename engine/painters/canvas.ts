import type { AnimationState } from '../kinds/animation.ts';
import type { Box } from '../layout/box.ts';

/**
 * The part of CanvasRenderingContext2D that the painters use. Browsers' canvases and Skia's canvas in Node both
 * have it, so the same code paints on both sides.
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
  /** Room after each letter, such as "2px"; it counts in widths, also after the last. */
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
}

/** What measureText tells, pixels. */
export interface TextExtent {
  width: number;
  /** From the place of the text, by the canvas's alignment and base line, to the edges of its ink. */
  actualBoundingBoxLeft: number;
  actualBoundingBoxRight: number;
  actualBoundingBoxAscent: number;
  actualBoundingBoxDescent: number;
}

/** The six numbers of a 2-D affine transform, as in DOMMatrix. */
export interface Transform {
  a: number;
  b: number;
  c: number;
  d: number;
  e: number;
  f: number;
}

/** A canvas beside the one that is painted on: `source` is what drawImage of the same side takes. */
export interface Surface {
  ctx: Canvas2D;
  source: unknown;
}

/** A decoded picture with its size as shown. */
export interface Picture {
  /** What drawImage of the same side takes; undefined where only the size is known, which is enough for a shadow. */
  source: unknown;
  width: number;
  height: number;
}

/** What a painter is handed beside the layer. */
export interface PaintEnv {
  /** Where the layer stands on the canvas, pixels. */
  box: Box;
  /** State of the text's animation. */
  animation: AnimationState;
  /** The decoded picture of an image or video layer; absent while it is loading. */
  picture?: Picture;
  /** Of a picture its shadow alone, or all but its shadow; absent: both. */
  part?: 'shadow' | 'picture';
  /** Makes this side's Path2D from SVG path data. */
  path(data: string): unknown;
  /** Makes an empty, transparent canvas of whole pixels. Used where overlapping parts must fade as one. */
  surface(width: number, height: number): Surface;
}

/** Paints one layer on a canvas whose unit is a pixel of the project and whose origin is its top left corner. */
export type Painter<L> = (ctx: Canvas2D, layer: L, env: PaintEnv) => void;
