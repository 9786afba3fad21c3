import { measureAnimation } from '../../formats/animatedPicture.ts';
import { walkGif } from '../../formats/gifBlocks.ts';
import { type MediaFacts, type MediaReference, mediaReferences } from '../../project/media.ts';
import type { Project } from '../../project/project.ts';
import type { SourceRate } from '../../timeline/frameRate.ts';
import { readVideo } from '../frames/readVideo.ts';
import type { Video } from '../frames/video.ts';
import { measureByElement } from '../media/measureElement.ts';
import { countedLength } from '../sound/readSoundFrames.ts';

/** A media file of a project, as read by an export. */
export interface SourceFile extends Omit<MediaFacts, 'fps'>, SourceRate {
  kind: MediaFacts['kind'];
  file: Blob;
  /** Its frames, if they can be decoded one by one. */
  video?: Video;
  /** Start of its audio, in seconds of the file. */
  soundStart: number;
}

/** How an export finds its files. */
export interface MediaOptions {
  /** Returns the URL of a media reference; undefined if the file is missing. */
  urlOf(url: string): string | undefined;
  signal: AbortSignal;
}

/**
 * Loads and measures every video and audio file of a project, each once. Images are not measured: drawing uses their
 * own size.
 * @throws Error with a sentence that names the missing or unreadable file.
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
  if (address === undefined) throw new Error(`${name} is missing. Add it again, or remove its layer.`);
  const file = await load(address, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new Error(`${name} could not be loaded.`, { cause: error });
  });
  try {
    const facts = await (kind === 'audio' ? measureSound(file, address, signal) : measureVideo(file, address, signal));
    signal.throwIfAborted();
    if (!facts) throw new Error('no image and no audio');
    return { ...facts, file };
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(`This browser cannot read ${name}.`, { cause: error });
  }
}

async function load(address: string, signal: AbortSignal): Promise<Blob> {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.blob();
}

type Facts = Omit<SourceFile, 'file'>;

async function measureVideo(file: Blob, address: string, signal: AbortSignal): Promise<Facts | undefined> {
  const animation = await measurePicture(file);
  if (animation) return animation;
  const read = await readVideo(file, signal);
  const { hasAudio, fps, variableFrameRate } = read ?? { hasAudio: true, fps: 0, variableFrameRate: false };
  const video = read?.video && (await isDecoded(read.video)) ? read.video : undefined;
  const shown = video ?? (await measureByElement(address, 'video', signal));
  if (!shown || shown.width === 0 || shown.height === 0) return undefined;
  const { width, height, duration } = shown;
  const soundStart = read?.audioStart ?? 0;
  const facts = { kind: 'video', width, height, duration, hasAudio, animated: false, fps } as const;
  return { ...facts, variableFrameRate, soundStart, ...(video ? { video } : {}) };
}

/** Returns whether this browser decodes a video frame by frame. */
async function isDecoded({ config }: Video): Promise<boolean> {
  if (!('VideoDecoder' in globalThis)) return false;
  const { supported } = await VideoDecoder.isConfigSupported(config).catch(() => ({ supported: false }));
  return supported === true;
}

/** Measures an animated GIF, WebP or PNG. */
async function measurePicture(file: Blob): Promise<Facts | undefined> {
  const head = await file.slice(0, 12).text();
  // Avoids reading a whole video only to find that it is not an image.
  if (!head.startsWith('GIF') && !head.includes('PNG') && !head.endsWith('WEBP')) return undefined;
  const data = new Uint8Array(await file.arrayBuffer());
  const found = walkGif(data) ?? measureAnimation(data);
  if (!found) return undefined;
  const { width, height, duration, frames, times } = found;
  const facts = { hasAudio: false, animated: true, kind: 'image', variableFrameRate: false, soundStart: 0 } as const;
  return { ...facts, width, height, duration, fps: duration > 0 ? frames / duration : 0, frameTimes: times };
}

async function measureSound(file: Blob, address: string, signal: AbortSignal): Promise<Facts | undefined> {
  const audioFacts = await measureByElement(address, 'audio', signal);
  const soundStart = (await readVideo(file, signal))?.audioStart ?? 0;
  const silent = { kind: 'audio', width: 0, height: 0, animated: false, fps: 0, variableFrameRate: false } as const;
  return (
    audioFacts && {
      ...silent,
      hasAudio: true,
      duration: (await countedLength(file, signal)) ?? audioFacts.duration,
      soundStart,
    }
  );
}

/** Returns the file name for display. */
export function shownName(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? url;
  return path.split('/').at(-1) || url;
}
