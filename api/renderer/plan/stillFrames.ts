import type { TransitionType } from '../../../engine/project/videoEffects.ts';

/** One frame of a video layer. */
export interface Grab {
  layer: string;
  input: string;
  /** Seconds from the input's seek point. */
  offset: number;
  /** How late it may begin, see `latenessOf`; absent: the usual. */
  lateness?: number;
}

/** How the picture of a still's second bitmap, the scene before, becomes that of its first. */
export interface Passing {
  type: Exclude<TransitionType, 'cut'>;
  /** 0 to 1. */
  progress: number;
}
