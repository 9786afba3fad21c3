import { type Adjustment, plainAdjustment } from '../../effects/adjustment.ts';
import type { Key } from '../../effects/chromaKey.ts';
import { allSeen, type SeenEdges } from '../../layout/moved.ts';
import type { BlendMode } from '../../project/pictureLook.ts';

/** What both ways of compositing can draw from. */
export type QuadSource = HTMLImageElement | HTMLVideoElement | HTMLCanvasElement | OffscreenCanvas | VideoFrame;

/** A picture that quads show. A compositor uploads it once, and again whenever its version has changed. */
export class Drawable {
  /** Undefined while there is nothing to draw; what was uploaded before is then still shown. */
  source: QuadSource | undefined;
  /** Size of the source, pixels. */
  width = 0;
  height = 0;
  /** To be raised with every change of the source's pixels. */
  version = 0;
  /** Whether it is shown smaller than it is, so that it must be shrunk well (mipmaps). */
  shrinks = false;
  /** Whether the source is a canvas that nobody else needs: its memory is freed as soon as it is uploaded. */
  passing = false;
  /** The compositor's own note. */
  texture: unknown;
}

/** One rectangle of a drawing. All fields may be changed from frame to frame. */
export class Quad {
  drawable: Drawable;
  /** Center and size on the canvas, canvas pixels. */
  x = 0;
  y = 0;
  width = 0;
  height = 0;
  /** Cosine and sine of the clockwise rotation around the center. */
  cos = 1;
  sin = 0;
  /** Which part of the drawable is shown, shares of its width and height; a negative size mirrors it, from its far edge. */
  cropX = 0;
  cropY = 0;
  cropWidth = 1;
  cropHeight = 1;
  /** 0 to 1. */
  opacity = 1;
  /** Degrees by which colors are shifted around the hue circle, as rotateHue of engine/layout/color.ts. */
  hue = 0;
  /** Brightness and color; `plainAdjustment` itself, which costs nothing, for none. */
  adjustment: Adjustment = plainAdjustment;
  /** How much light is lost toward the corners of the quad: vignetteAngle of engine/effects, radians; 0 for none. */
  vignette = 0;
  /** Radius of its corners, canvas pixels, at most half of its shorter side. */
  radius = 0;
  /** What of it is seen, canvas pixels from its middle before it is rotated; `allSeen` itself, which costs nothing, for all. */
  seen: SeenEdges = allSeen;
  /** How its colors and those below it become one. */
  blendMode: BlendMode = 'normal';
  /** What makes pixels clear that are like one color; undefined: nothing. */
  key: Key | undefined = undefined;
  /** Canvas pixels a pixel of the project: so far apart are the neighbors that a key asks. */
  unit = 1;

  constructor(drawable: Drawable) {
    this.drawable = drawable;
  }
}
