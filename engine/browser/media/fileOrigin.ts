import { fileStart } from '../../timeline/streamTimes.ts';

/** Second 0 of files on the clocks of their media elements, seconds, by address. Elements count from the start of the container. */
const origins = new Map<string, number>();
/** Files whose first frame is being waited for, by address. */
const lookups = new Map<string, Promise<number>>();

/** Time of a media element at second 0 of its file, seconds; undefined until it is known. */
export function originOf(address: string): number | undefined {
  return origins.get(address);
}

/** Stores when the first frame of a file begins on its element's clock. @returns the time at second 0 of the file, seconds. */
export function noteFirstFrame(address: string, mediaTime: number): number {
  const origin = fileStart(0, mediaTime);
  origins.set(address, origin);
  return origin;
}

/**
 * Finds the time of a media element at second 0 of its file: opens the file until its first frame is shown, which a hidden
 * tab does once it is visible. @returns 0 for a file without a picture, and for one that cannot be opened now.
 */
export function findOrigin(address: string): Promise<number> {
  const known = origins.get(address);
  if (known !== undefined) return Promise.resolve(known);
  const lookup =
    lookups.get(address) ??
    firstFrameOf(address)
      .then((time) => (time === undefined ? 0 : noteFirstFrame(address, time)))
      .finally(() => lookups.delete(address));
  lookups.set(address, lookup);
  return lookup;
}

/** @returns seconds on the element's clock; undefined for a file that cannot be opened now. */
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
    // Only loading nothing lets go of connection and decoder, of which a browser has few.
    video.load();
  });
}
