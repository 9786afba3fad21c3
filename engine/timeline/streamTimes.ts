/**
 * Video and audio that begin or end within this time are meant to do so together, in seconds: encoders work in blocks
 * of samples, and recorders stop their devices one after the other.
 */
export const STREAM_TOLERANCE = 0.1;

/**
 * Returns the start of a file on its own clock: its first frame if the audio begins slightly earlier, so every frame
 * keeps the time that it would have without audio; else the start of its first stream.
 * @param begins start of the first stream. @param picture start of the first frame. In seconds.
 */
export function fileStart(begins: number, picture: number): number {
  return picture > begins && picture - begins <= STREAM_TOLERANCE ? picture : begins;
}

/**
 * Returns the length of a file: the end of its last frame if the audio ends together with it, else the end of both.
 * @param whole end of the last stream. @param picture end of the last frame. In seconds from the file's start.
 */
export function fileLength(whole: number, picture: number): number {
  return picture > 0 && Math.abs(whole - picture) <= STREAM_TOLERANCE ? picture : whole;
}
