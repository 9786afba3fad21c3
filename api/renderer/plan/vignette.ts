/** Darkened corners. */
export interface Vignette {
  /** Angle of the cosine law at `radius`, in radians. */
  angle: number;
  /** Center of the visible frame, in pixels of the scaled one; may lie outside after a large crop. */
  x: number;
  y: number;
  /** Distance from the center to the corners, in pixels. */
  radius: number;
}
