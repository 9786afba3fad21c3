/** What the browser's own player knows of a video or a sound. */
export interface ElementFacts {
  /** Pixels; 0 for a sound. */
  width: number;
  height: number;
  /** Seconds. */
  duration: number;
}

/** How long a file may take to say something of itself, milliseconds. */
const GIVE_UP_AFTER_MS = 15_000;

/**
 * Size and length of a file as the browser's player knows them, without reading all of it.
 * @returns undefined for what it does not play, or when it was aborted.
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
      // Recordings of a browser do not know their length until one has looked for the end.
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
