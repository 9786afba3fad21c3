/** What the browser's player knows about a video or audio file. */
export interface ElementFacts {
  /** In pixels; 0 for audio. */
  width: number;
  height: number;
  /** In seconds. */
  duration: number;
}

/** Longest wait for metadata, in milliseconds. */
const GIVE_UP_AFTER_MS = 15_000;

/**
 * Measures size and length of a file with the browser's player, without reading all of it.
 * @returns undefined if it cannot be played, or if aborted.
 */
export async function measureByElement(
  address: string,
  kind: 'video' | 'audio',
  signal?: AbortSignal,
): Promise<ElementFacts | undefined> {
  const element = document.createElement(kind);
  Object.assign(element, { muted: true, preload: 'metadata', crossOrigin: 'anonymous', src: address });
  try {
    if (!(await comes(element, 'loadedmetadata', signal))) return undefined;
    if (element.duration === Number.POSITIVE_INFINITY) {
      // Recordings by a browser have no known length until their end has been sought.
      element.currentTime = 1e9;
      await comes(element, 'seeked', signal);
    }
    const { duration } = element;
    const { videoWidth: width = 0, videoHeight: height = 0 } = element as Partial<HTMLVideoElement>;
    return Number.isFinite(duration) ? { width, height, duration } : undefined;
  } finally {
    element.removeAttribute('src');
    element.load();
  }
}

function comes(element: HTMLMediaElement, name: string, signal?: AbortSignal): Promise<boolean> {
  return new Promise((tell) => {
    const listening = new AbortController();
    const end = (came: boolean) => {
      clearTimeout(timer);
      listening.abort();
      tell(came);
    };
    const timer = setTimeout(() => end(false), GIVE_UP_AFTER_MS);
    const once = { once: true, signal: listening.signal };
    element.addEventListener(name, () => end(true), once);
    element.addEventListener('error', () => end(false), once);
    signal?.addEventListener('abort', () => end(false), once);
    if (signal?.aborted) end(false);
  });
}
