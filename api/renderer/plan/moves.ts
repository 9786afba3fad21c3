import type { View } from '../../../engine/kinds/pictureMotion.ts';
import type { Size } from '../../../engine/layout/box.ts';

/** A linear pan and zoom of an image in its box. */
export interface Moves {
  /** Size of the box, in pixels. */
  size: Size;
  /** First and last visible part of the image. */
  from: View;
  to: View;
  /** Frames from the first view to the last, and frames that passed before the part starts; neither need be whole. */
  frames: number;
  at: number;
  /** Vignette angle of ffmpeg's filter, in radians; absent: none. */
  vignette?: number;
}
