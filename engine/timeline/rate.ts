import type { MediaFacts } from '../project/media.ts';

/** Frame rate as a fraction, such as [30000, 1001]. */
export type Rate = [number, number];

/** Facts of a source that decide the output's frame rate. */
export interface SourceRate {
  /** image: an animated image. */
  kind: MediaFacts['kind'];
  /** Average frame rate; 0 for still images and audio. */
  fps: number;
  /** Whether frames are unevenly spaced. */
  variableFrameRate: boolean;
  /** Start of each frame in seconds, if they are unevenly spaced and known. */
  frameTimes?: readonly number[];
}
