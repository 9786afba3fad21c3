/** Darkened corners of a picture. */
export interface Vignette {
  /** Angle of the cosine law at `radius`, radians. */
  angle: number;
  /** Middle of the shown picture, pixels of the scaled one; it may lie outside where much is cut away. */
  x: number;
  y: number;
  /** From the middle to the corners, pixels. */
  radius: number;
}
