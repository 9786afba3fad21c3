import type { Picture } from '../../engine/painters/canvas.ts';

/** A decoded picture of a media file, and how long the file plays. */
export interface LoadedPicture extends Picture {
  /** Seconds; 0 for an image. */
  duration: number;
}

/** How long to wait for a file, milliseconds; then it is shown as absent. */
const PATIENCE_MS = 15_000;

/**
 * Loads what a media layer shows.
 * @param at for a video: which second of it. @returns undefined when the browser cannot show the file.
 */
export async function loadPicture(
  url: string,
  kind: 'image' | 'video',
  at: number,
): Promise<LoadedPicture | undefined> {
  // A video layer may name an animated picture, which browsers show as an image only.
  const stillFirst = kind === 'image' || /\.(gif|png|webp|jpe?g)$/i.test(url.split(/[?#]/, 1)[0] ?? '');
  const ways = stillFirst ? [() => loadImage(url)] : [() => loadFrame(url, at), () => loadImage(url)];
  for (const way of ways) {
    const found = await way().catch(() => undefined);
    if (found) return found;
  }
  return undefined;
}

async function loadImage(url: string): Promise<LoadedPicture> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return { source: image, width: image.naturalWidth, height: image.naturalHeight, duration: 0 };
}

async function loadFrame(url: string, at: number): Promise<LoadedPicture> {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  try {
    const loaded = once(video, 'loadeddata');
    video.src = url;
    await loaded;
    if (at > 0) {
      const sought = once(video, 'seeked');
      video.currentTime = Math.min(at, Math.max(0, video.duration - 0.1));
      await sought;
    }
    const { videoWidth: width, videoHeight: height } = video;
    return { source: await createImageBitmap(video), width, height, duration: video.duration };
  } finally {
    release(video);
  }
}

function once(element: HTMLVideoElement, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No ${event} in time.`)), PATIENCE_MS);
    const settle = (end: () => void) => () => {
      clearTimeout(timer);
      end();
    };
    element.addEventListener(event, settle(resolve), { once: true });
    element.addEventListener(
      'error',
      settle(() => reject(new Error('The file cannot be decoded.'))),
      { once: true },
    );
  });
}

/** Lets go of a media element's connection and decoder, of which a browser has only a few. */
function release(element: HTMLVideoElement): void {
  element.removeAttribute('src');
  element.load();
}
