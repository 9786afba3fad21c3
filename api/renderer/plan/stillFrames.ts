import type { ShownTransition } from '../../../engine/timeline/spans.ts';

/** One frame of a video layer. */
export interface FrameGrab {
  layer: string;
  input: string;
  /** In seconds from the input's seek point. */
  offset: number;
  /** Maximum lateness of the frame, see `latenessOf`; absent: the default. */
  lateness?: number;
}

/** A transition in a still, from its second bitmap, the scene before, to its first. */
export interface StillTransition extends ShownTransition {
  /** 0 to 1. */
  progress: number;
}
