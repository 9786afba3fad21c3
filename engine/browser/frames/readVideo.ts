import type { FileBytes } from './fileBytes.ts';
import { readMp4 } from './readMp4.ts';
import { readWebm } from './readWebm.ts';
import type { VideoFacts } from './video.ts';

/**
 * Reads the tables of a video file: MP4, MOV, WebM or Matroska. mediabunny, which supports more formats with less code
 * here, was tried: it shows frames that an edit list cuts off, and a table of a few bytes can block the page for
 * minutes.
 * @returns undefined for other files.
 */
export async function readVideo(file: FileBytes, signal?: AbortSignal): Promise<VideoFacts | undefined> {
  return (await readWebm(file, signal)) ?? (await readMp4(file, signal));
}
