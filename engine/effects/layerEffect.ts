import type { EffectName } from '../project/effectFields.ts';

/** Lengths along both axes of an image, in its pixels. They differ if the image is stretched. */
export interface Lengths {
  x: number;
  y: number;
}

/** One drawing of an effect's shader. */
export interface EffectPass {
  /** Size of the result, in pixels. */
  width: number;
  height: number;
  /** Whether it reads the mipmaps of its source. */
  usesMipmaps: boolean;
  uniforms: Readonly<Record<string, number | readonly number[]>>;
}

/** An RGBA image with straight alpha. */
export interface EffectImage {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** Pixel formats of ffmpeg frames: 4:2:0, 4:4:4 with alpha, or planar RGB with premultiplied alpha. */
export type EffectPlanes = 'yuv420p' | 'yuva444p' | 'gbrap';

/**
 * An effect on the picture of a layer: unrotated, after filters, flips and vignette; before corners, shadow, rotation,
 * opacity and blending. Beyond an edge its outermost pixels continue. `shorter` is the shorter side of the layer's box.
 */
export interface LayerEffect {
  /** Field of the layer with its amount in percent; 0 changes nothing. */
  id: EffectName;
  title: string;
  range: { min: number; max: number; step: number };
  /** Returns how far a pixel affects others, as a share of `shorter`. */
  reach(amount: number): number;
  /**
   * GLSL of `vec4 effect(vec2 at)`, which reads the premultiplied `picture` at places from 0, 0 to 1, 1, and the
   * uniforms of its passes.
   */
  glsl: string;
  /** Returns the drawings, each of the one before; the first reads the picture. */
  passes(amount: number, shorter: Lengths, size: { width: number; height: number }): EffectPass[];
  /** Applies it to an image, in place. */
  pixels(image: EffectImage, amount: number, shorter: Lengths): void;
  /** Returns the ffmpeg filters. */
  filters(amount: number, shorter: Lengths, planes: EffectPlanes): string[];
}
