import { readMp4 } from './readMp4.ts';
import { readWebm } from './readWebm.ts';
import type { VideoFacts } from './video.ts';

/** Reads what a video file holds: MP4, MOV, WebM or Matroska. @returns undefined for any other. */
export async function readVideo(file: Blob, signal?: AbortSignal): Promise<VideoFacts | undefined> {
  return (await readWebm(file, signal)) ?? (await readMp4(file, signal));
}
