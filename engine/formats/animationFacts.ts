/** Facts about a GIF, PNG or WebP that may be animated, read without decoding it. */
export interface AnimationFacts {
  /** Pixels. */
  width: number;
  height: number;
  /** The canvas that a decoder may need: frames of a GIF can extend beyond its canvas. */
  needed: { width: number; height: number };
  frames: number;
  /** Start of each frame, in seconds. */
  times: number[];
  /** Length of one repetition, in seconds. */
  duration: number;
  /** false: every pixel of every frame is opaque. */
  hasAlpha: boolean;
  /** Set for a GIF if some decoders fill with its background color what browsers leave transparent. */
  showsGround?: true;
}
