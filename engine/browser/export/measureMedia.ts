import { walkGif } from '../../project/gifBlocks.ts';
import { type MediaFacts, type MediaReference, mediaReferences } from '../../project/media.ts';
import type { Project } from '../../project/project.ts';
import type { SourceRate } from '../../timeline/frameRate.ts';
import { readFilm } from '../frames/readFilm.ts';

/** A media file of a project, as it is read for an export. */
export interface SourceFile extends MediaFacts, SourceRate {
  kind: MediaFacts['kind'];
  file: Blob;
  /** When its sound begins, seconds of the file. */
  soundStart: number;
}

/** What an export needs to find its files. */
export interface MediaOptions {
  /** Address that a media reference can be loaded from; undefined for a file that is missing. */
  urlOf(url: string): string | undefined;
  signal: AbortSignal;
}

/** How long a file may take to say something of itself, milliseconds. */
const PATIENCE_MS = 15_000;

/**
 * Loads and measures every film and sound of a project, each once. Pictures are not measured: they are laid out by
 * their own size when they are drawn.
 * @throws Error with a sentence that names the file that is missing or cannot be read.
 */
export async function measureMedia(project: Project, options: MediaOptions): Promise<Map<string, SourceFile>> {
  const found = new Map<string, SourceFile>();
  for (const reference of mediaReferences(project)) {
    if (reference.kind === 'image' || found.has(reference.url)) continue;
    found.set(reference.url, await measure(reference, options));
  }
  return found;
}

async function measure({ url, kind }: MediaReference, { urlOf, signal }: MediaOptions): Promise<SourceFile> {
  const address = urlOf(url);
  const name = shownName(url);
  if (address === undefined) throw new Error(`${name} is not there. Add it again, or remove its layer.`);
  const answer = await fetch(address, { signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new Error(`${name} could not be loaded.`, { cause: error });
  });
  if (!answer.ok) throw new Error(`${name} could not be loaded.`);
  const file = await answer.blob();
  const read = kind === 'audio' ? measureSound(file, address) : measureFilm(file, address, signal);
  const facts = await read;
  if (!facts) throw new Error(`${name} cannot be read by this browser.`);
  return { ...facts, file };
}

type Facts = Omit<SourceFile, 'file'>;

async function measureFilm(file: Blob, address: string, signal: AbortSignal): Promise<Facts | undefined> {
  const animation = await measureAnimation(file);
  if (animation) return animation;
  const read = await readFilm(file, signal);
  const pace = read ?? { hasAudio: true, fps: 0, variableFrameRate: false };
  const shown = read?.film ?? (await measureByElement(address, 'video'));
  if (!shown || shown.width === 0) return undefined;
  const { width, height, duration } = shown;
  const { hasAudio, fps, variableFrameRate } = pace;
  const soundStart = read?.audioStart ?? 0;
  return { kind: 'video', width, height, duration, hasAudio, animated: false, fps, variableFrameRate, soundStart };
}

/** An animated GIF, WebP or PNG. */
async function measureAnimation(file: Blob): Promise<Facts | undefined> {
  const head = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const starts = (text: string, at = 0) => [...text].every((letter, i) => head[at + i] === letter.charCodeAt(0));
  const facts = { hasAudio: false, animated: true, kind: 'image', variableFrameRate: false, soundStart: 0 } as const;
  if (starts('GIF')) {
    const gif = walkGif(new Uint8Array(await file.arrayBuffer()));
    if (!gif) return undefined;
    const { width, height, duration, frames } = gif;
    return { ...facts, width, height, duration, fps: duration > 0 ? frames / duration : 0 };
  }
  const type = starts('PNG', 1) ? 'image/png' : starts('WEBP', 8) ? 'image/webp' : undefined;
  return type && 'ImageDecoder' in globalThis ? { ...facts, ...(await countFrames(file, type)) } : undefined;
}

async function countFrames(file: Blob, type: string) {
  const decoder = new ImageDecoder({ type, data: await file.arrayBuffer(), preferAnimation: true });
  try {
    await Promise.all([decoder.tracks.ready, decoder.completed]);
    const count = decoder.tracks.selectedTrack?.frameCount ?? 1;
    let [width, height, duration] = [0, 0, 0];
    for (let frameIndex = 0; frameIndex < count; frameIndex += 1) {
      const { image } = await decoder.decode({ frameIndex });
      [width, height, duration] = [image.displayWidth, image.displayHeight, duration + (image.duration ?? 0) / 1e6];
      image.close();
    }
    return { width, height, duration, fps: duration > 0 ? count / duration : 0 };
  } finally {
    decoder.close();
  }
}

async function measureSound(file: Blob, address: string): Promise<Facts | undefined> {
  const heard = await measureByElement(address, 'audio');
  const soundStart = (await readFilm(file))?.audioStart ?? 0;
  const silent = { kind: 'audio', width: 0, height: 0, animated: false, fps: 0, variableFrameRate: false } as const;
  return heard && { ...silent, hasAudio: true, duration: heard.duration, soundStart };
}

/** Size and length as the browser's player knows them. */
async function measureByElement(
  address: string,
  kind: 'video' | 'audio',
): Promise<{ width: number; height: number; duration: number } | undefined> {
  const element = document.createElement(kind);
  Object.assign(element, { muted: true, preload: 'metadata', crossOrigin: 'anonymous', src: address });
  try {
    if (!(await comes(element, 'loadedmetadata'))) return undefined;
    if (element.duration === Number.POSITIVE_INFINITY) {
      // Recordings of a browser do not know their length until one has looked for the end.
      element.currentTime = 1e9;
      await comes(element, 'seeked');
    }
    const { duration } = element;
    const { videoWidth: width = 0, videoHeight: height = 0 } = element as Partial<HTMLVideoElement>;
    return Number.isFinite(duration) ? { width, height, duration } : undefined;
  } finally {
    element.removeAttribute('src');
    element.load();
  }
}

function comes(element: HTMLMediaElement, name: string): Promise<boolean> {
  return new Promise((tell) => {
    const timer = setTimeout(() => tell(false), PATIENCE_MS);
    const end = (came: boolean) => {
      clearTimeout(timer);
      tell(came);
    };
    element.addEventListener(name, () => end(true), { once: true });
    element.addEventListener('error', () => end(false), { once: true });
  });
}

/** The file's own name, for people. */
export function shownName(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? url;
  return path.split('/').at(-1) || url;
}
