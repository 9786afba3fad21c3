import type { FrameWindow } from '../../../engine/timeline/frameRate.ts';

/** How the frames of a video are made, and why so, in words. */
export type Way = { kind: 'encode'; why: string } | CopyingWay;

/** copy: all frames stand in the source as they are; trim: those at the ends whose group is broken are encoded. */
export interface CopyingWay {
  kind: 'copy' | 'trim';
  why: string;
  /** How many frames at most are decoded before one that is shown before them. */
  reordered: number;
  /** The sound, where that is copied too; absent: it is encoded, or there is none. */
  sound?: CopiedSound;
}

/** Samples of a packet of AAC. */
export const packetSamples = 1024;

/** So many samples before the first one that is heard are copied with it, to a packet's border: a decoder needs a packet before it. */
export const soundLead = 2 * packetSamples;

/** The packets of a source's sound that are heard in a video. In samples. */
export interface CopiedSound {
  input: string;
  /** Which one of the file is heard first, and how many are. */
  start: number;
  length: number;
  /** How many of the packets' samples stand before the first that is heard. */
  early: number;
  /** How many packets they are. */
  packets: number;
  /** How many samples of the last one are heard. */
  lastLength: number;
}

/** A part of a video that is made by itself. */
export interface PlanSegment extends FrameWindow {
  /** Where its frames stand as they are, to be copied; absent: they are encoded. */
  copied?: CopiedPictures;
  /** Where in it a scene begins with a key frame, so that the scenes can be cut out of it, frames of the video; absent: nowhere. */
  keyFrames?: readonly number[];
  /** Number of the segment before it that holds the same frames, and is joined once more. */
  sameAs?: number;
}

/** Pictures of a source, from a key frame on. */
export interface CopiedPictures {
  input: string;
  /** When the first is shown, seconds from the start of the file. */
  start: number;
}
