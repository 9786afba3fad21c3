import type { TransitionDirection, TransitionType } from '../project/videoEffects.ts';

/** The 2D context methods that transitions use. */
export interface TransitionContext {
  globalAlpha: number;
  globalCompositeOperation: string;
  fillStyle: unknown;
  fillRect(x: number, y: number, width: number, height: number): void;
  drawImage(image: unknown, x: number, y: number, width: number, height: number): void;
  save(): void;
  restore(): void;
  beginPath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  arc(x: number, y: number, radius: number, from: number, to: number): void;
  rect(x: number, y: number, width: number, height: number): void;
  clip(rule?: 'nonzero' | 'evenodd'): void;
  translate(x: number, y: number): void;
  rotate(radians: number): void;
  scale(x: number, y: number): void;
}

/** An empty canvas outside of the page. */
export interface Scratch {
  ctx: TransitionContext;
  /** As accepted by drawImage. */
  picture: unknown;
}

/** Frames of both scenes, as accepted by drawImage, in the canvas's size in pixels. */
export interface TransitionPictures {
  before: unknown;
  after: unknown;
  width: number;
  height: number;
  /** Returns an empty canvas of a size in pixels, valid until the next call with the same index, from 0. */
  scratch(index: number, width: number, height: number): Scratch;
}

/** Inputs of a transition in ffmpeg. Pads are names in the filter graph, without brackets. */
export interface TransitionPads {
  /** The previous scene as it continues; its last frame is repeated endlessly. */
  before: string;
  /** The first `frames` frames of the next scene, then the last of them, repeated endlessly. */
  after: string;
  /** The output: `frames` frames; later ones are not used. */
  out: string;
  /** Prefix for its own pads. */
  name: string;
  frames: number;
  /** Frame rate as a fraction of integers. */
  rate: readonly [number, number];
  /** Canvas size in pixels. */
  width: number;
  height: number;
  /** Whether pixels may be transparent: they are gbrap with premultiplied colors. Otherwise they are yuv444p, limited. */
  isClear: boolean;
  direction: TransitionDirection;
}

/**
 * A transition that looks identical in WebGL, Canvas 2D and ffmpeg. Progress goes from 0 (previous scene) to 1 (next
 * scene); frame i of n is at i / n.
 */
export interface TransitionEffect {
  /** Whether it can go to the left (the default), right, up and down. */
  isDirected?: boolean;
  /** Whether it never has transparent pixels. */
  isOpaque?: boolean;
  /** Progress at which its still picture is typical; default 0.4. */
  typical?: number;
  /**
   * GLSL: vec4 transition(vec2 at, vec2 size, float progress, vec2 direction). `at` goes from 0, 0 at the top left to
   * 1, 1; size is the canvas's, in pixels; direction is a unit vector, down is positive; vec4 before(vec2 at) and
   * vec4 after(vec2 at) sample the frames of both scenes, before(at, lod) and after(at, lod) their mipmaps.
   */
  glsl: string;
  /** Whether `glsl` samples mipmaps. */
  usesMipmaps?: boolean;
  /** Draws the whole canvas, which is empty, with a 2D context. */
  paint(ctx: TransitionContext, pictures: TransitionPictures, progress: number, direction: TransitionDirection): void;
  /** Returns lines of an ffmpeg filter graph from both pads to `out`. */
  filter(pads: TransitionPads): string[];
}

/** All transitions by type. */
export type TransitionTable = { readonly [T in Exclude<TransitionType, 'cut'>]: TransitionEffect };

/** Unit vectors of the directions; down is positive. */
export const directions: Readonly<Record<TransitionDirection, readonly [x: -1 | 0 | 1, y: -1 | 0 | 1]>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};

/**
 * Draws a mix of two frames on an empty canvas; areas transparent or opaque in both stay so.
 * @param draw draws one of them. @param progress share of the second one.
 */
export function paintMix(
  ctx: TransitionContext,
  draw: Readonly<Record<'before' | 'after', () => void>>,
  progress: number,
): void {
  // Multiples of 1/255, so that both shares add up to exactly 1.
  const share = Math.round(255 * progress) / 255;
  ctx.globalAlpha = 1 - share;
  draw.before();
  ctx.globalCompositeOperation = 'lighter';
  ctx.globalAlpha = share;
  draw.after();
  ctx.globalCompositeOperation = 'source-over';
  ctx.globalAlpha = 1;
}

/** Draws a frame inside a rectangle, at an offset. */
export function paintWithin(
  ctx: TransitionContext,
  [x, y, width, height]: readonly [number, number, number, number],
  draw: () => void,
): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(x, y, width, height);
  ctx.clip();
  draw();
  ctx.restore();
}

/** Draws the previous scene around a shape and the next one inside it. @param trace adds the shape to the path. */
export function paintShape(
  ctx: TransitionContext,
  { before, after, width, height }: TransitionPictures,
  trace: () => void,
): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, 0, width, height);
  trace();
  ctx.clip('evenodd');
  ctx.drawImage(before, 0, 0, width, height);
  ctx.restore();
  ctx.save();
  ctx.beginPath();
  trace();
  ctx.clip();
  // Both shares of a pixel at the edge add up to 1.
  ctx.globalCompositeOperation = 'lighter';
  ctx.drawImage(after, 0, 0, width, height);
  ctx.restore();
}

/** Returns ffmpeg's xfade of two frames. @param kind transition of the filter xfade. */
export function xfadeFilter(kind: string, { before, after, out, frames, rate }: TransitionPads): string {
  const seconds = Number(((frames * rate[1]) / rate[0]).toFixed(6));
  return `[${before}][${after}]xfade=transition=${kind}:duration=${seconds}:offset=0[${out}]`;
}
