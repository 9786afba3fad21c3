import { avifFrames, measureAnimation } from '../../engine/project/animatedPicture.ts';
import type { MediaFacts } from '../../engine/project/media.ts';

/** A video that says nothing of itself in this time cannot be read here, milliseconds. */
const GIVE_UP_AFTER_MS = 15_000;
/** Types of pictures that may have several frames. */
const maybeMoving = new Set(['image/gif', 'image/png', 'image/apng', 'image/webp']);
/** Longest length that a layer can name, seconds. */
const MAX_SECONDS = 86_400;

/**
 * Measures a file in the browser: its size as shown (EXIF orientation and rotation honored), length, sound, and
 * whether a picture has more than one frame.
 * @returns undefined when this browser cannot read it, and for a font.
 */
export async function measureFile(file: Blob): Promise<MediaFacts | undefined> {
  if (file.type.startsWith('font/')) return undefined;
  const address = URL.createObjectURL(file);
  try {
    return file.type.startsWith('image/') ? await measurePicture(file, address) : await measureVideo(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Whether a file plays in browsers and is a still here. */
export async function isAnimatedAvif(file: Blob): Promise<boolean> {
  return file.type === 'image/avif' && avifFrames(new Uint8Array(await file.arrayBuffer())) > 1;
}

async function measurePicture(file: Blob, address: string): Promise<MediaFacts | undefined> {
  const image = new Image();
  const loaded = await new Promise<boolean>((tell) => {
    image.onload = () => tell(true);
    image.onerror = () => tell(false);
    image.src = address;
  });
  const { naturalWidth: width, naturalHeight: height } = image;
  if (!loaded || width === 0 || height === 0) return undefined;
  const animation = maybeMoving.has(file.type) ? measureAnimation(new Uint8Array(await file.arrayBuffer())) : undefined;
  const duration = animation?.duration ?? 0;
  return { kind: 'image', width, height, duration, hasAudio: false, animated: animation !== undefined };
}

async function measureVideo(address: string): Promise<MediaFacts | undefined> {
  const video = document.createElement('video');
  Object.assign(video, { muted: true, preload: 'metadata', playsInline: true, src: address });
  try {
    if (!(await comes(video, 'loadedmetadata'))) return undefined;
    const duration = Math.min(await lengthOf(video), MAX_SECONDS);
    const { videoWidth: width, videoHeight: height } = video;
    if (width === 0) return { kind: 'audio', width: 0, height: 0, duration, hasAudio: true, animated: false };
    return { kind: 'video', width, height, duration, hasAudio: hasSound(video), animated: false };
  } catch {
    // Of a broken one nothing can be heard after its beginning was read.
    return undefined;
  } finally {
    video.removeAttribute('src');
    video.load();
  }
}

/** Length in seconds. Recordings of a browser do not know theirs until one has looked for the end. */
async function lengthOf(video: HTMLVideoElement): Promise<number> {
  if (video.duration === Number.POSITIVE_INFINITY) {
    video.currentTime = 1e9;
    await comes(video, 'seeked');
  }
  return Number.isFinite(video.duration) ? video.duration : 0;
}

/** No browser tells this by a standard; where none of their own ways is there, sound is assumed. */
function hasSound(video: HTMLVideoElement): boolean {
  const known = video as HTMLVideoElement & {
    mozHasAudio?: boolean;
    audioTracks?: { length: number };
    captureStream?: () => MediaStream;
  };
  if (known.mozHasAudio !== undefined) return known.mozHasAudio;
  if (known.audioTracks !== undefined) return known.audioTracks.length > 0;
  return known.captureStream ? known.captureStream().getAudioTracks().length > 0 : true;
}

function comes(video: HTMLVideoElement, name: string): Promise<boolean> {
  return new Promise((tell) => {
    const timer = setTimeout(() => tell(false), GIVE_UP_AFTER_MS);
    const end = (came: boolean) => {
      clearTimeout(timer);
      tell(came);
    };
    video.addEventListener(name, () => end(true), { once: true });
    video.addEventListener('error', () => end(false), { once: true });
  });
}
