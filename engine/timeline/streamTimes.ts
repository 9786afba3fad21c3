/**
 * A picture and an audio track that begin or end this close to each other are meant to do so together, seconds: encoders
 * work in blocks of samples, and recorders stop their devices one after the other.
 */
export const TOGETHER = 0.1;

/**
 * When second 0 of a file is, on its own clock: at its first frame where the audio begins a little earlier, so that
 * every frame stands where it would without audio; else where the first of its streams begins.
 * @param begins when the first stream begins. @param picture when the first frame does. Seconds.
 */
export function fileStart(begins: number, picture: number): number {
  return picture > begins && picture - begins <= TOGETHER ? picture : begins;
}

/**
 * How long a file plays: until its last frame is over where the audio ends together with it, else until both have ended.
 * @param whole until the last of its streams ends. @param picture until the last frame is over. Seconds from second 0.
 */
export function fileLength(whole: number, picture: number): number {
  return picture > 0 && Math.abs(whole - picture) <= TOGETHER ? picture : whole;
}
