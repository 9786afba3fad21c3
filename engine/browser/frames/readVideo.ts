import type { FileBytes } from './fileBytes.ts';
import { readMp4 } from './readMp4.ts';
import { readWebm } from './readWebm.ts';
import type { VideoFacts } from './video.ts';

/**
 * Reads what a video file holds: MP4, MOV, WebM or Matroska. mediabunny, which reads more kinds of files with less code
 * here, was tried for it: it shows what an edit list cuts off, and a table of a few bytes keeps the page busy for minutes.
 * @returns undefined for any other.
 */
export async function readVideo(file: FileBytes, signal?: AbortSignal): Promise<VideoFacts | undefined> {
  return (await readWebm(file, signal)) ?? (await readMp4(file, signal));
}
