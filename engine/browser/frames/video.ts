import type { AudioTrackFacts } from '../../project/media.ts';
import type { FileBytes } from './fileBytes.ts';

/** A frame of a video, in file order. */
export interface FrameSample {
  /** Position of its bytes in the file. */
  offset: number;
  size: number;
  /** Start of display, in seconds of the video; negative for a frame that is only a reference for decoding. */
  time: number;
  isKey: boolean;
}

/** A video whose frames can be read individually. */
export interface Video {
  file: FileBytes;
  config: VideoDecoderConfig;
  /** In decoding order. */
  samples: readonly FrameSample[];
  /** Indices of shown samples, in order of display. */
  shown: readonly number[];
  /** Display size, upright, with square pixels. */
  width: number;
  height: number;
  /** Degrees clockwise by which a decoded frame must be rotated for display. */
  rotation: 0 | 90 | 180 | 270;
  /** End of the last frame or of longer audio, in seconds; see `fileLength`. */
  duration: number;
}

/** Facts about the tracks of a file, without decoding. */
export interface VideoFacts {
  /** Absent if the file has no video that this browser might decode. */
  video?: Video;
  hasAudio: boolean;
  /** All audio tracks, in the order of the file. */
  audioTracks: readonly AudioTrackFacts[];
  /** Start of the audio, in seconds of the video; negative if it begins slightly before the first frame. */
  audioStart: number;
  fps: number;
  variableFrameRate: boolean;
}

/** A frame duration that differs from the mean by more than this share makes the frame rate variable. */
export const UNEVEN = 0.25;

/** Returns whether a side length is valid, in pixels: 1 to 65,535, the limit of MP4. */
export function isSide(length: number): boolean {
  return length >= 1 && length <= 65_535;
}

/**
 * Returns the index in `shown` of the frame at a time: the last one that has begun, or the first.
 * @param time in seconds, including the tolerance for late frames.
 */
export function shownAt({ samples, shown }: Video, time: number): number {
  let low = 0;
  let high = shown.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((samples[shown[middle] as number]?.time ?? 0) <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}
