import type { Bytes } from './boxes.ts';

/** An encoded sample of a track, in decoding order. */
export interface EncodedSample {
  /** In bytes. */
  size: number;
  /** In time units of the track. */
  duration: number;
  /** From decoding to display, in time units; may be negative. */
  offset: number;
  isKey: boolean;
}

/** An encoded track. */
export interface EncodedTrack {
  kind: 'video' | 'audio';
  /** Time units per second. */
  timescale: number;
  /** Sample entry box: avc1, Opus or mp4a. */
  entry: Bytes;
  samples: readonly EncodedSample[];
  /** Bytes of all samples, concatenated. */
  content: Blob;
  /** Time units to skip at the start of the decoded data. */
  skip: number;
  /** Display size in pixels; 0 for audio. */
  width: number;
  height: number;
}
