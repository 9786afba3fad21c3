import type { TransitionType } from '../project/videoEffects.ts';

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
  rect(x: number, y: number, width: number, height: number): void;
  clip(): void;
}

/** Frames of both scenes, as accepted by drawImage, in the canvas's size in pixels. */
export interface TransitionPictures {
  before: unknown;
  after: unknown;
  width: number;
  height: number;
}

/** Inputs of a transition in ffmpeg. Pads are names in the filter graph, without brackets. */
export interface TransitionPads {
  /** The previous scene: its last frame, repeated endlessly. */
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
  /** Whether pixels may be transparent; then colors are premultiplied. */
  isClear: boolean;
}

/**
 * A transition that looks identical in WebGL, Canvas 2D and ffmpeg. Progress goes from 0 (previous scene) to 1 (next
 * scene); frame i of n is at i / n.
 */
export interface TransitionEffect {
  id: Exclude<TransitionType, 'cut'>;
  title: string;
  /**
   * GLSL: vec4 transition(vec2 at, vec2 size, float progress). `at` goes from 0, 0 at the top left to 1, 1; size is the
   * canvas's, in pixels; vec4 before(vec2 at) and vec4 after(vec2 at) sample the frames of both scenes.
   */
  glsl: string;
  /** Draws the whole canvas with a 2D context. */
  paint(ctx: TransitionContext, pictures: TransitionPictures, progress: number): void;
  /** Returns lines of an ffmpeg filter graph from both pads to `out`. */
  filter(pads: TransitionPads): string[];
}

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

/** Returns ffmpeg's xfade of two frames. @param kind transition of the filter xfade. */
export function xfadeFilter(kind: string, { before, after, out, frames, rate }: TransitionPads): string {
  const seconds = Number(((frames * rate[1]) / rate[0]).toFixed(6));
  return `[${before}][${after}]xfade=transition=${kind}:duration=${seconds}:offset=0[${out}]`;
}
