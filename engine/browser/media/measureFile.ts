import { alphaWalk, avifFrames, measureAnimation } from '../../formats/animatedPicture.ts';
import { walkBytes } from '../../formats/fileWalk.ts';
import type { MediaFacts } from '../../project/media.ts';
import type { VideoFacts } from '../frames/video.ts';

/** Timeout for reading a video's metadata, in milliseconds. */
const GIVE_UP_AFTER_MS = 15_000;
/** MIME types of images that may be animated. */
const maybeMoving = new Set(['image/gif', 'image/png', 'image/apng', 'image/webp']);
/** MIME types of images without alpha. */
const opaqueTypes = new Set(['image/jpeg', 'image/bmp']);
/** Maximum length of a layer, in seconds. */
const MAX_SECONDS = 86_400;

/**
 * Measures a file in the browser: displayed size (with EXIF orientation and rotation), length, audio, and whether an
 * image is animated.
 * @returns undefined if this browser cannot read it, and for a font.
 */
export async function measureFile(file: Blob): Promise<MediaFacts | undefined> {
  if (file.type.startsWith('font/')) return undefined;
  const address = URL.createObjectURL(file);
  try {
    return file.type.startsWith('image/') ? await measurePicture(file, address) : await measureVideo(file, address);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Returns whether a file is an animated AVIF, which browsers play but Cutroom treats as a still image. */
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
  const data = maybeMoving.has(file.type) ? new Uint8Array(await file.arrayBuffer()) : undefined;
  const animation = data && measureAnimation(data);
  const hasAlpha = data ? walkBytes(alphaWalk(), data) : opaqueTypes.has(file.type) ? false : undefined;
  const facts = {
    width,
    height,
    duration: animation?.duration ?? 0,
    hasAudio: false,
    animated: animation !== undefined,
  };
  return { kind: 'image', ...facts, ...(hasAlpha === undefined ? {} : { hasAlpha }) };
}

/** Counts the frames of audio files that do not state their length. The reader is large, so it loads when needed. */
async function countFrames(file: Blob): Promise<number | undefined> {
  const { countedLength } = await import('../sound/readSoundFrames.ts');
  return countedLength(file);
}

/** Largest WebM file that is read, in bytes: without a table of frames, all of it must be read. */
const LARGEST_WEBM = 100_000_000;

/**
 * Reads the length of the frames and the audio tracks of a video, which players do not report. The reader is large, so
 * it loads when needed.
 */
async function readTables(file: Blob): Promise<VideoFacts | undefined> {
  if (/webm|matroska/.test(file.type) && file.size > LARGEST_WEBM) return undefined;
  const { readVideo } = await import('../frames/readVideo.ts');
  return readVideo(file);
}

/** As the server selects the default track: the first that is marked, else the first. */
function tracksOf(tracks: VideoFacts['audioTracks']): Pick<MediaFacts, 'audioTracks' | 'audioTrack'> {
  const marked = tracks.findIndex(({ isDefault }) => isDefault);
  return tracks.length > 1 ? { audioTracks: tracks, audioTrack: Math.max(0, marked) } : {};
}

async function measureVideo(file: Blob, address: string): Promise<MediaFacts | undefined> {
  const video = document.createElement('video');
  Object.assign(video, { muted: true, preload: 'metadata', playsInline: true, src: address });
  try {
    if (!(await comes(video, 'loadedmetadata'))) return undefined;
    const { videoWidth: width, videoHeight: height } = video;
    const counted = width === 0 ? await countFrames(file) : undefined;
    const duration = Math.min(counted ?? (await lengthOf(video)), MAX_SECONDS);
    if (width === 0) return { kind: 'audio', width: 0, height: 0, duration, hasAudio: true, animated: false };
    const read = await readTables(file);
    return {
      ...{ kind: 'video', width, height, animated: false },
      duration: Math.min(read?.video?.duration ?? duration, MAX_SECONDS),
      hasAudio: read?.hasAudio ?? hasSound(video),
      ...tracksOf(read?.audioTracks ?? []),
    };
  } catch {
    // The file is broken after its header.
    return undefined;
  } finally {
    video.removeAttribute('src');
    video.load();
  }
}

/** Returns the length in seconds. Browser recordings report it only after seeking to the end. */
async function lengthOf(video: HTMLVideoElement): Promise<number> {
  if (video.duration === Number.POSITIVE_INFINITY) {
    video.currentTime = 1e9;
    await comes(video, 'seeked');
  }
  return Number.isFinite(video.duration) ? video.duration : 0;
}

/** Detects audio. There is no standard API; if no vendor API is available, assumes audio. */
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
