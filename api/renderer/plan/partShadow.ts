/** A shadow that is another with every frame. Pixels. */
export interface PartShadow {
  /** Red, green, blue and alpha, 0 to 1. */
  color: [number, number, number, number];
  /** Standard deviation of its blur. */
  sigma: number;
  /** From what casts it, whole. */
  x: number;
  y: number;
  /** How far it may stand out on any side, even. */
  around: number;
}
