import { type Adjustment, plainAdjustment } from '../../effects/adjustment.ts';
import type { Key } from '../../effects/chromaKey.ts';
import { type EffectUse, noEffects } from '../../effects/layerEffects.ts';
import { allSeen, type SeenEdges } from '../../layout/layerTransform.ts';
import type { ColorGrade } from '../../project/colorGrade.ts';
import type { BlendMode } from '../../project/pictureLook.ts';

/** Sources that both compositors can draw. */
export type QuadSource = HTMLImageElement | HTMLVideoElement | HTMLCanvasElement | OffscreenCanvas | VideoFrame;

/** An image that quads show. A compositor uploads it once, and again when its version changes. */
export class Drawable {
  /** Undefined while there is nothing to draw; the last upload is then still shown. */
  source: QuadSource | undefined;
  /** Size of the source, in pixels. */
  width = 0;
  height = 0;
  /** Increase with every change of the source's pixels. */
  version = 0;
  /** Whether it is shown smaller than its size, so that it needs mipmaps. */
  shrinks = false;
  /** Whether the source is a temporary canvas, whose memory is released after the upload. */
  passing = false;
  /** Private data of the compositor. */
  texture: unknown;
}

/** A rectangle of a drawing. All fields may change between frames. */
export class Quad {
  drawable: Drawable;
  /** Center and size, in canvas pixels. */
  x = 0;
  y = 0;
  width = 0;
  height = 0;
  /** Cosine and sine of the clockwise rotation around the center. */
  cos = 1;
  sin = 0;
  /** Visible part of the drawable, as shares of its size; a negative size flips it, starting at its far edge. */
  cropX = 0;
  cropY = 0;
  cropWidth = 1;
  cropHeight = 1;
  /** Opacity, 0 to 1. */
  opacity = 1;
  /** Hue rotation in degrees, as rotateHue in engine/layout/color.ts. */
  hue = 0;
  /** Brightness and color; for none the object `plainAdjustment`, which costs nothing. */
  adjustment: Adjustment = plainAdjustment;
  /** Color correction after that; undefined: none. */
  grade: ColorGrade | undefined = undefined;
  /** Vignette angle in radians, from vignetteAngle in engine/effects; 0 for none. */
  vignette = 0;
  /** Corner radius in canvas pixels, at most half of its shorter side. */
  radius = 0;
  /**
   * Visible part, in canvas pixels from its center before rotation; for all the object `allSeen`, which costs nothing.
   */
  seen: SeenEdges = allSeen;
  /** Blending with the colors below. */
  blendMode: BlendMode = 'normal';
  /** Chroma key; undefined: none. */
  key: Key | undefined = undefined;
  /** Canvas pixels per project pixel, which is the neighbor distance of a chroma key. */
  unit = 1;
  /** Effects on its picture, after the vignette; for none the object `noEffects`, which costs nothing. */
  effects: readonly EffectUse[] = noEffects;
  /** Shorter side of the layer's box, as shares of the quad's width and height before it is moved. */
  shorterX = 1;
  shorterY = 1;

  constructor(drawable: Drawable) {
    this.drawable = drawable;
  }
}
