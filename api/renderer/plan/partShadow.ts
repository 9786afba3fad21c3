/** A shadow that changes with every frame. Lengths in pixels. */
export interface PartShadow {
  /** Red, green, blue and alpha, 0 to 1. */
  color: [number, number, number, number];
  /** Standard deviation of the blur. */
  sigma: number;
  /** Whole offset from what casts it. */
  x: number;
  y: number;
  /** Maximum reach on each side, even. */
  around: number;
}
