import { fileStart, STREAM_TOLERANCE } from '../../timeline/streamTimes.ts';
import type { Video } from '../frames/video.ts';

/** Element time at second 0 of each file, in seconds, by address. Elements count from the start of the container. */
const origins = new Map<string, number>();
/** Searches in progress, by address. */
const searches = new Map<string, Promise<number>>();
/** Lengths of files that start late, in seconds, by address. */
const lengths = new Map<string, number>();
/** Files of more bytes are not read to find their first frame. */
const MOST_BYTES = 200e6;

/** Returns the time of a media element at second 0 of its file, in seconds; undefined until it is known. */
export function originOf(address: string): number | undefined {
  return origins.get(address);
}

/**
 * Returns the length of a file that starts late, in seconds, once it is known. Chromium's media elements report the
 * duration of an MP4 without its late start, and seek by times with it.
 */
export function lateLengthOf(address: string): number | undefined {
  return lengths.get(address);
}

/**
 * Stores the element time of a file's first frame. @returns the time at second 0 of the file, in seconds. `findOrigin`
 * resolves to a better value if the file starts late as a whole.
 */
export function noteFirstFrame(address: string, mediaTime: number): number {
  void search(address, exactOrigin(address, mediaTime));
  return origins.get(address) ?? 0;
}

/**
 * Finds the time of a media element at second 0 of its file, in seconds. Opens an unknown file until its first frame is
 * shown; in a hidden tab that is once the tab is visible. @returns 0 for a file that cannot be opened.
 */
export function findOrigin(address: string): Promise<number> {
  const found = searches.get(address) ?? origins.get(address);
  if (found !== undefined) return Promise.resolve(found);
  return search(address, openedOrigin(address));
}

async function openedOrigin(address: string): Promise<number> {
  const opened = await open(address);
  if (!opened) return 0;
  if (opened.hasFrames) return exactOrigin(address, opened.time);
  // The audio is the whole file, and its element stands at its start.
  const origin = opened.time > STREAM_TOLERANCE ? opened.time : 0;
  origins.set(address, origin);
  return origin;
}

function search(address: string, result: Promise<number>): Promise<number> {
  const known = result.finally(() => searches.get(address) === known && searches.delete(address));
  searches.set(address, known);
  return known;
}

/** Stores what the first frame's time tells, then what the container states if that is ambiguous. */
async function exactOrigin(address: string, mediaTime: number): Promise<number> {
  const origin = fileStart(0, mediaTime);
  origins.set(address, origin);
  if (mediaTime <= STREAM_TOLERANCE) return origin;
  // Either the audio begins much earlier, or the whole file starts late.
  const video = await readVideoAt(address).catch(() => undefined);
  const first = video?.samples[video.shown[0] ?? -1]?.time;
  if (video && first !== undefined) {
    origins.set(address, mediaTime - first);
    lengths.set(address, video.duration);
  }
  return origins.get(address) ?? origin;
}

/** Reads the frame times of a file; undefined if its container is not readable here. */
async function readVideoAt(address: string): Promise<Video | undefined> {
  const [{ bytesAt }, { readVideo }] = await Promise.all([
    import('../frames/fileBytes.ts'),
    import('../frames/readVideo.ts'),
  ]);
  const file = await bytesAt(address, new AbortController().signal);
  return file && file !== 'large' && file.size <= MOST_BYTES ? (await readVideo(file))?.video : undefined;
}

/** Element time of the first frame or, in a file without images, of the first audio. */
interface Opened {
  time: number;
  hasFrames: boolean;
}

/** Opens a file until its first frame is shown, or its first audio is loaded. @returns undefined if it cannot be opened. */
function open(address: string): Promise<Opened | undefined> {
  const video = document.createElement('video');
  Object.assign(video, { muted: true, playsInline: true, preload: 'auto', crossOrigin: 'anonymous' });
  return new Promise<Opened | undefined>((resolve) => {
    const isTold = 'requestVideoFrameCallback' in video;
    const end = () => {
      if (video.videoWidth === 0) resolve({ time: video.currentTime, hasFrames: false });
      else if (!isTold) resolve({ time: 0, hasFrames: true });
    };
    video.addEventListener('error', () => resolve(undefined), { once: true });
    video.addEventListener('loadeddata', end, { once: true });
    if (isTold) video.requestVideoFrameCallback((_, { mediaTime }) => resolve({ time: mediaTime, hasFrames: true }));
    video.src = address;
  }).finally(() => {
    video.removeAttribute('src');
    // Only loading nothing frees connection and decoder, of which a browser has few.
    video.load();
  });
}
