import { open, readFile, stat } from 'node:fs/promises';
import { imageSizeFromFile } from 'image-size/fromFile';
import { type GifFacts, walkGif } from '../../../engine/project/gifBlocks.ts';
import type { MediaFacts } from '../../../engine/project/media.ts';
import { statedSize } from './pictureSize.ts';
import { noStreams, probeStreams, type StreamFacts } from './probeStreams.ts';
import { type Sniffed, shownName, sniffFile, unreadable } from './sniff.ts';

/** Everything the renderer knows of a media file before it decodes it. */
export interface Probe extends MediaFacts, StreamFacts {
  /** Container as ffmpeg names it, such as "mov" or "matroska". */
  container: string;
  /** Size of the file, bytes. */
  size: number;
}

/** Largest picture, pixels; the most pixels of all frames of a GIF together. */
const maxPicture = 50_000_000;
const maxGifFrame = 16_000_000;
const maxGifPixels = 2_500_000_000;

/**
 * Measures a media file. Headers are read first and by us, so a picture that would fill the memory is refused
 * before any decoder sees it.
 * @throws ProblemError media.missing or media.unreadable, with a sentence that names the file.
 */
export async function probeFile(path: string, options: { signal?: AbortSignal } = {}): Promise<Probe> {
  const sniffed = await sniffFile(path);
  const size = (await stat(path)).size;
  const probe =
    sniffed.kind === 'image'
      ? await probePicture(path, sniffed)
      : { ...nothing, container: sniffed.demuxer, ...(await probeStreams(path, sniffed, options.signal)) };
  return { ...probe, size };
}

const nothing: Omit<Probe, 'kind' | 'container'> = {
  ...noStreams,
  width: 0,
  height: 0,
  duration: 0,
  hasAudio: false,
  animated: false,
  size: 0,
};

async function probePicture(path: string, sniffed: Sniffed): Promise<Probe> {
  const name = shownName(path);
  if (sniffed.mime === 'image/gif') return probeGif(path, name);
  // Photographs may carry more notes before their picture than the reader of headers looks at first.
  const header = await imageSizeFromFile(path)
    .catch(async () => statedSize(await readFile(path)))
    .catch(() => undefined);
  if (!header?.width || !header.height) throw unreadable(name, 'its header is damaged');
  if (header.width * header.height > maxPicture)
    throw unreadable(name, `${header.width} × ${header.height} pixels are too many`);
  const turned = (header.orientation ?? 1) >= 5;
  return {
    ...nothing,
    kind: 'image',
    container: sniffed.demuxer,
    videoCodec: sniffed.extension,
    width: turned ? header.height : header.width,
    height: turned ? header.width : header.height,
    codedWidth: header.width,
    codedHeight: header.height,
    hasAlpha: !['jpg', 'bmp'].includes(sniffed.extension),
  };
}

async function probeGif(path: string, name: string): Promise<Probe> {
  const gif = await readGif(path);
  if (!gif || gif.frames === 0 || gif.width === 0 || gif.height === 0) throw unreadable(name, 'its header is damaged');
  const { width, height } = gif.needed;
  if (width * height > maxGifFrame || width * height * gif.frames > maxGifPixels) {
    const frames = gif.frames === 1 ? '' : `${gif.frames} frames of `;
    throw unreadable(name, `${frames}${width} × ${height} pixels are too many`);
  }
  const animated = gif.frames > 1;
  return {
    ...nothing,
    kind: 'image',
    container: 'gif',
    videoCodec: 'gif',
    animated,
    width: gif.width,
    height: gif.height,
    codedWidth: gif.width,
    codedHeight: gif.height,
    duration: animated ? gif.duration : 0,
    fps: animated ? gif.frames / gif.duration : 0,
    hasAlpha: true,
    pixelFormat: 'bgra',
  };
}

/** Reads the blocks of a GIF file. @returns undefined when the file is no GIF. */
async function readGif(path: string): Promise<GifFacts | undefined> {
  const file = await open(path);
  try {
    const data = new Uint8Array((await file.stat()).size);
    await file.read(data, 0, data.length, 0);
    return walkGif(data);
  } finally {
    await file.close();
  }
}
