import type { FrameWindow } from '../../../engine/timeline/frameRate.ts';

/** How the frames of a video are made, and why so, in words. */
export type Way = { kind: 'encode'; why: string } | CopyingWay;

/** copy: all frames stand in the source as they are; trim: those at the ends whose group is broken are encoded. */
export interface CopyingWay {
  kind: 'copy' | 'trim';
  why: string;
  /** How many frames at most are decoded before one that is shown before them. */
  reordered: number;
}

/** A part of a video that is made by itself. */
export interface PlanSegment extends FrameWindow {
  /** Where its frames stand as they are, to be copied; absent: they are encoded. */
  copied?: CopiedPictures;
  /** Number of the segment before it that holds the same frames, and is joined once more. */
  sameAs?: number;
}

/** Pictures of a source, from a key frame on. */
export interface CopiedPictures {
  input: string;
  /** When the first is shown, seconds from the start of the file. */
  start: number;
}
