import type { View } from '../../../engine/kinds/pictureMotion.ts';
import type { Size } from '../../../engine/layout/box.ts';

/** How a picture moves in its box: from one view to another, evenly. */
export interface Moves {
  /** Of the box, pixels. */
  size: Size;
  /** What is seen first and last, as shares of the box. */
  from: View;
  to: View;
  /** Frames from the first view to the last, and how many went by before the part is there; neither need be whole. */
  frames: number;
  at: number;
  /** How dark the corners of what is seen are: angle of vignetteAngle, radians; absent: not at all. */
  vignette?: number;
}
