import { blobOf } from './mediaTable.ts';

/** Frame times of local videos, by media reference; undefined for an even pace, and for files that cannot be read here. */
const known = new Map<string, readonly number[] | undefined>();

/** Whether a file was read, or is being read. */
export function hasLearnedTimes(url: string): boolean {
  return known.has(url);
}

/**
 * Returns the start of each frame of a video whose frames are uneven, ascending, in seconds; undefined for others, and
 * until `learnTimes` has read it.
 */
export function unevenTimesOf(url: string): readonly number[] | undefined {
  return known.get(url);
}

/** Reads the frame times of a local file. The reader is large, so it loads when needed. */
export async function learnTimes(url: string): Promise<void> {
  known.set(url, undefined);
  const blob = await blobOf(url);
  const { readVideo } = await import('../../../engine/browser/frames/readVideo.ts');
  const facts = blob && (await readVideo(blob));
  const video = facts?.variableFrameRate ? facts.video : undefined;
  known.set(
    url,
    video?.shown.map((i) => video.samples[i]?.time ?? 0),
  );
}
