import type { TransitionType } from '../project/videoEffects.ts';

/** The part of a 2-D context that transitions draw with. */
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

/** The pictures of both scenes, as drawImage of the context takes them; both have the canvas's size, pixels. */
export interface TransitionPictures {
  before: unknown;
  after: unknown;
  width: number;
  height: number;
}

/** What the server's side of a transition is told. Pads are names of the filter graph without brackets. */
export interface TransitionPads {
  /** The scene before as it ended: its last frame, again and again without an end. */
  before: string;
  /** The first `frames` frames of the scene that comes in, then the last of them without an end. */
  after: string;
  /** What comes out: `frames` frames; what comes after them is not used. */
  out: string;
  /** Beginning of names for pads of its own. */
  name: string;
  frames: number;
  /** Frames a second as a fraction of whole numbers. */
  rate: readonly [number, number];
  /** Canvas, pixels. */
  width: number;
  height: number;
  /** Whether pixels may be clear: then colors are multiplied by alpha. */
  isClear: boolean;
}

/**
 * One way in which a scene follows another: the same picture by WebGL, by Canvas 2D and by ffmpeg. Progress goes from
 * 0 (the scene before) to 1 (the scene that comes in); frame i of n stands at i / n.
 */
export interface TransitionEffect {
  id: Exclude<TransitionType, 'cut'>;
  title: string;
  /**
   * GLSL: vec4 transition(vec2 at, vec2 size, float progress). `at` runs from 0, 0 at the top left to 1, 1; size is the
   * canvas's, pixels; vec4 before(vec2 at) and vec4 after(vec2 at) give the pictures of both scenes.
   */
  glsl: string;
  /** Draws the whole canvas in 2-D. */
  paint(ctx: TransitionContext, pictures: TransitionPictures, progress: number): void;
  /** Lines of an ffmpeg filter graph from the two pads to `out`. */
  filter(pads: TransitionPads): string[];
}

/**
 * Draws a mix of two pictures onto a clear canvas: what is clear in both stays clear, and what is solid in both solid.
 * @param draw draws one of them. @param progress share of the second one.
 */
export function paintMix(
  ctx: TransitionContext,
  draw: Readonly<Record<'before' | 'after', () => void>>,
  progress: number,
): void {
  // In whole steps of eight bits, which add up to all of a pixel.
  const share = Math.round(255 * progress) / 255;
  ctx.globalAlpha = 1 - share;
  draw.before();
  ctx.globalCompositeOperation = 'lighter';
  ctx.globalAlpha = share;
  draw.after();
  ctx.globalCompositeOperation = 'source-over';
  ctx.globalAlpha = 1;
}

/** ffmpeg's own cross-over of two pictures. @param kind of the filter xfade. */
export function crossOver(kind: string, { before, after, out, frames, rate }: TransitionPads): string {
  const seconds = Number(((frames * rate[1]) / rate[0]).toFixed(6));
  return `[${before}][${after}]xfade=transition=${kind}:duration=${seconds}:offset=0[${out}]`;
}
