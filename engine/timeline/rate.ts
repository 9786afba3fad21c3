import type { MediaFacts } from '../project/media.ts';

/** Frames a second as a fraction, such as [30000, 1001]. */
export type Rate = [number, number];

/** What decides the rate of the output, of one source. */
export interface SourceRate {
  /** image: an animated picture. */
  kind: MediaFacts['kind'];
  /** Frames a second on average; 0 for what stands still or is only heard. */
  fps: number;
  /** Whether frames stand at uneven distances. */
  variableFrameRate: boolean;
  /** When each frame begins, seconds, where they stand at uneven distances and are known. */
  frameTimes?: readonly number[];
}
