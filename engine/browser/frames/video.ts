import type { FileBytes } from './fileBytes.ts';

/** One frame of a video, in the order of the file. */
export interface FrameSample {
  /** Where its bytes are in the file. */
  offset: number;
  size: number;
  /** When it begins to be shown, seconds of the video; before 0 for one that only others are decoded from. */
  time: number;
  isKey: boolean;
}

/** A video that frame by frame can be read from. */
export interface Video {
  file: FileBytes;
  config: VideoDecoderConfig;
  /** In the order in which they are decoded. */
  samples: readonly FrameSample[];
  /** Which samples are shown, by the time at which they begin: numbers of `samples`. */
  shown: readonly number[];
  /** Size as shown, turned upright, with square pixels. */
  width: number;
  height: number;
  /** Degrees clockwise by which the decoded picture is rotated to be shown. */
  rotation: 0 | 90 | 180 | 270;
  /** Seconds until the last frame is over, or the sound where that ends later; see `fileLength`. */
  duration: number;
}

/** What a file says of its tracks, without decoding any. */
export interface VideoFacts {
  /** Absent when it holds none that this browser might decode. */
  video?: Video;
  hasAudio: boolean;
  /** When the sound begins, seconds of the video; below 0 where it begins a little before the first frame. */
  audioStart: number;
  fps: number;
  variableFrameRate: boolean;
}

/** Frames whose distance differs from the mean by more than this share of it stand unevenly. */
export const UNEVEN = 0.25;

/** Whether a video may have a side of that length, pixels: 1 to 65,535, the most that an MP4 file can say. */
export function isSide(length: number): boolean {
  return length >= 1 && length <= 65_535;
}

/**
 * The place in `shown` of the frame that is to be seen at a time: the last one that has begun, the first one before that.
 * @param time seconds, with the allowance for late frames in it.
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
