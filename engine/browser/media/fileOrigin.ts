import { fileStart, STREAM_TOLERANCE } from '../../timeline/streamTimes.ts';

/** Element time at second 0 of each file, in seconds, by address. Elements count from the start of the container. */
const origins = new Map<string, number>();
/** Searches in progress, by address. */
const searches = new Map<string, Promise<number>>();
/** Files of more bytes are not read to find their first frame. */
const MOST_BYTES = 200e6;

/** Returns the time of a media element at second 0 of its file, in seconds; undefined until it is known. */
export function originOf(address: string): number | undefined {
  return origins.get(address);
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
 * shown; in a hidden tab that is once the tab is visible. @returns 0 for a file without images or that cannot be opened.
 */
export function findOrigin(address: string): Promise<number> {
  const found = searches.get(address) ?? origins.get(address);
  if (found !== undefined) return Promise.resolve(found);
  const opened = firstFrameOf(address).then((time) => (time === undefined ? 0 : exactOrigin(address, time)));
  return search(address, opened);
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
  const first = await firstFrameIn(address).catch(() => undefined);
  if (first !== undefined) origins.set(address, mediaTime - first);
  return origins.get(address) ?? origin;
}

/** Reads when the first frame of a file begins, in seconds of the file; undefined if its container is not readable here. */
async function firstFrameIn(address: string): Promise<number | undefined> {
  const [{ bytesAt }, { readVideo }] = await Promise.all([
    import('../frames/fileBytes.ts'),
    import('../frames/readVideo.ts'),
  ]);
  const file = await bytesAt(address, new AbortController().signal);
  const video = file && file !== 'large' && file.size <= MOST_BYTES ? (await readVideo(file))?.video : undefined;
  return video?.samples[video.shown[0] ?? -1]?.time;
}

/** Opens a file until its first frame is shown. @returns the element time of that frame; undefined if it cannot be opened. */
function firstFrameOf(address: string): Promise<number | undefined> {
  const video = document.createElement('video');
  Object.assign(video, { muted: true, playsInline: true, preload: 'auto', crossOrigin: 'anonymous' });
  return new Promise<number | undefined>((resolve) => {
    video.addEventListener('error', () => resolve(undefined), { once: true });
    video.addEventListener('loadedmetadata', () => video.videoWidth > 0 || resolve(0), { once: true });
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback((_, { mediaTime }) => resolve(mediaTime));
    else resolve(0);
    video.src = address;
  }).finally(() => {
    video.removeAttribute('src');
    // Only loading nothing frees connection and decoder, of which a browser has few.
    video.load();
  });
}
