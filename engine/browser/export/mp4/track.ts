import type { Bytes } from './boxes.ts';

/** One encoded piece of a track, in the order of decoding. */
export interface EncodedSample {
  /** Bytes. */
  size: number;
  /** In the track's units of time. */
  duration: number;
  /** Shown this much after it is decoded, units; negative where it is before. */
  offset: number;
  isKey: boolean;
}

/** An encoded track. */
export interface EncodedTrack {
  kind: 'video' | 'audio';
  /** Units a second. */
  timescale: number;
  /** The box that says how it is encoded: avc1, Opus or mp4a. */
  entry: Bytes;
  samples: readonly EncodedSample[];
  /** The bytes of all samples, one after another. */
  content: Blob;
  /** What is left out at the start of what the decoder gives, units. */
  skip: number;
  /** Size as shown, pixels; 0 for sound. */
  width: number;
  height: number;
}
