import type { FrameWindow } from '../../../engine/timeline/frameRate.ts';

/** How the frames of a video are produced, with the reason as text. */
export type RenderMode = { kind: 'encode'; why: string } | CopyMode;

/** copy: all frames are copied; trim: incomplete groups of pictures at the ends are encoded. */
export interface CopyMode {
  kind: 'copy' | 'trim';
  why: string;
  /** Maximum number of frames decoded before a frame that is displayed earlier. */
  reordered: number;
  /** The audio to copy; absent: it is encoded, or there is none. */
  sound?: CopiedAudio;
}

/** Samples per AAC packet. */
export const packetSamples = 1024;

/**
 * Samples that are copied before the first audible one, to a packet boundary: a decoder needs one packet of preroll.
 */
export const soundLead = 2 * packetSamples;

/** The audio packets of a source that a video copies. In samples. */
export interface CopiedAudio {
  input: string;
  /** First audible sample of the file, and their number. */
  start: number;
  length: number;
  /** Samples of the packets before the first audible one. */
  early: number;
  /** Number of packets. */
  packets: number;
  /** Audible samples of the last packet. */
  lastLength: number;
}

/** A part of a video that is encoded or copied separately. */
export interface PlanSegment extends FrameWindow {
  /** The source frames to copy; absent: encoded. */
  copied?: CopiedFrames;
  /** Frames of the video at which scenes start with a key frame, so that scenes can be cut out; absent: none. */
  keyFrames?: readonly number[];
  /** Index of an earlier segment with the same frames, which is joined again. */
  sameAs?: number;
}

/** Encoded frames of a source, from a key frame on. */
export interface CopiedFrames {
  input: string;
  /** Presentation time of the first frame, in seconds from the start of the file. */
  start: number;
}
