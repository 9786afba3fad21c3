import { open, readFile, stat } from 'node:fs/promises';
import { imageSize } from 'image-size';
import { imageSizeFromFile } from 'image-size/fromFile';
import { type GifFacts, walkGif } from '../../../engine/project/gifBlocks.ts';
import type { MediaFacts } from '../../../engine/project/media.ts';
import { environment } from '../../system/environment.ts';
import { notFound, ProcessError, probeLimits, runProcess } from '../../system/process.ts';
import { measureExtent } from './packets.ts';
import { fileUrl, safeInput } from './safeInput.ts';
import { type Sniffed, shownName, sniffFile, unreadable } from './sniff.ts';

/** Everything the renderer knows of a media file before it decodes it. */
export interface Probe extends MediaFacts {
  /** Container as ffmpeg names it, such as "mov" or "matroska". */
  container: string;
  /** Codecs as ffmpeg names them; '' where there is no such stream. */
  videoCodec: string;
  audioCodec: string;
  /** Size of the coded picture, before rotation and pixel aspect, pixels. */
  codedWidth: number;
  codedHeight: number;
  /** Degrees clockwise by which the coded picture is turned to be shown: 0, 90, 180 or 270. */
  rotation: number;
  /** Frames a second on average; 0 for a still image or audio. */
  fps: number;
  /** Whether frames stand at uneven distances. */
  variableFrameRate: boolean;
  hasAlpha: boolean;
  pixelFormat: string;
  /** Colour of the coded picture as ffmpeg names it; '' where the file does not say. */
  colorMatrix: string;
  colorTransfer: string;
  colorPrimaries: string;
  fullRange: boolean;
  /** Channels of the first sound stream; 0 without sound. */
  channels: number;
  /** Size of the file, bytes. */
  size: number;
}

/** Largest picture, pixels; the largest decoded frame of a video; the most pixels of all frames of a GIF together. */
const maxPicture = 50_000_000;
const maxFrame = 36_000_000;
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
    sniffed.kind === 'image' ? await probePicture(path, sniffed) : await probeStreams(path, sniffed, options.signal);
  return { ...probe, size };
}

const nothing: Omit<Probe, 'kind' | 'container'> = {
  width: 0,
  height: 0,
  codedWidth: 0,
  codedHeight: 0,
  duration: 0,
  hasAudio: false,
  animated: false,
  videoCodec: '',
  audioCodec: '',
  rotation: 0,
  fps: 0,
  variableFrameRate: false,
  hasAlpha: false,
  pixelFormat: '',
  colorMatrix: '',
  colorTransfer: '',
  colorPrimaries: '',
  fullRange: false,
  channels: 0,
  size: 0,
};

async function probePicture(path: string, sniffed: Sniffed): Promise<Probe> {
  const name = shownName(path);
  if (sniffed.mime === 'image/gif') return probeGif(path, name);
  // Photographs may carry more notes before their picture than the reader of headers looks at first.
  const header = await imageSizeFromFile(path)
    .catch(async () => imageSize(await readFile(path)))
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
    hasAlpha: sniffed.extension !== 'jpg',
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

interface Format {
  duration?: string;
  start_time?: string;
}

interface Stream {
  codec_type?: string;
  codec_name?: string;
  width?: number;
  height?: number;
  pix_fmt?: string;
  sample_aspect_ratio?: string;
  avg_frame_rate?: string;
  r_frame_rate?: string;
  duration?: string;
  color_space?: string;
  color_transfer?: string;
  color_primaries?: string;
  color_range?: string;
  channels?: number;
  tags?: Record<string, string>;
  disposition?: { attached_pic?: number };
  side_data_list?: { rotation?: number }[];
}

async function probeStreams(path: string, sniffed: Sniffed, signal: AbortSignal | undefined): Promise<Probe> {
  const name = shownName(path);
  const { streams = [], format = {} } = await ffprobe<{ streams?: Stream[]; format?: Format }>(
    path,
    ['-show_streams', '-show_format'],
    signal,
  );
  const video = streams.find(
    (s) => s.codec_type === 'video' && s.codec_name && !s.disposition?.attached_pic && s.width && s.height,
  );
  const audio = streams.find((s) => s.codec_type === 'audio' && s.codec_name && (s.channels ?? 0) > 0);
  if (!video && !audio) throw unreadable(name, 'it holds no picture and no sound that can be decoded');
  const duration = await durationOf(path, sniffed, format, [video, audio], signal);
  const sound = {
    hasAudio: audio !== undefined,
    audioCodec: audio?.codec_name ?? '',
    channels: audio?.channels ?? 0,
    duration,
  };
  if (!video) return { ...nothing, kind: 'audio', container: sniffed.demuxer, ...sound };
  if ((video.width as number) * (video.height as number) > maxFrame) {
    throw unreadable(name, `${video.width} × ${video.height} pixels are too many`);
  }
  return { ...nothing, kind: 'video', container: sniffed.demuxer, ...sound, ...pictureFacts(video) };
}

function pictureFacts(video: Stream): Partial<Probe> {
  const codedWidth = video.width as number;
  const codedHeight = video.height as number;
  const rotation = clockwise(video.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? 0);
  const wide = Math.max(1, Math.round(codedWidth * fraction(video.sample_aspect_ratio?.replace(':', '/'), 1)));
  const [width, height] = rotation % 180 === 0 ? [wide, codedHeight] : [codedHeight, wide];
  const average = fraction(video.avg_frame_rate, 0);
  const base = fraction(video.r_frame_rate, average);
  const fps = average > 0 ? average : base;
  const pixelFormat = video.pix_fmt ?? '';
  return {
    videoCodec: video.codec_name ?? '',
    width,
    height,
    codedWidth,
    codedHeight,
    rotation,
    fps,
    variableFrameRate: base > 0 && fps > 0 && Math.abs(base / fps - 1) > 0.03,
    hasAlpha:
      video.tags?.alpha_mode === '1' ||
      video.tags?.ALPHA_MODE === '1' ||
      /^(yuva|gbrap|rgba|bgra|argb|abgr|ya)/.test(pixelFormat),
    pixelFormat,
    colorMatrix: video.color_space ?? '',
    colorTransfer: video.color_transfer ?? '',
    colorPrimaries: video.color_primaries ?? '',
    fullRange: video.color_range === 'pc' || pixelFormat.startsWith('yuvj'),
  };
}

/** Containers that hold no length; ffprobe guesses it from the bit rate of their first packets. */
const withoutLength = new Set(['aac', 'mp3', 'mpegvideo', 'mpeg', 'mpegts']);

/** What comes later than this does not begin at the container's zero, seconds; encoders' delays are shorter. */
const lateStart = 0.5;

/** Length from the first to the last that is shown or heard, seconds. */
async function durationOf(
  path: string,
  { demuxer }: Sniffed,
  format: Format,
  streams: readonly (Stream | undefined)[],
  signal: AbortSignal | undefined,
): Promise<number> {
  const stated = positive(format.duration) ?? streams.map((stream) => positive(stream?.duration)).find(Boolean);
  // Matroska counts its length from zero, or from its first packet where that stands late: some files do one, some the other.
  const late = demuxer === 'matroska' && Number(format.start_time) > lateStart;
  if (stated === undefined || withoutLength.has(demuxer) || late) {
    const { start, end } = await measureExtent(path, signal).catch((error: unknown) => {
      throw explained(error, path, signal);
    });
    return end - start;
  }
  return stated;
}

async function ffprobe<T>(path: string, what: readonly string[], signal: AbortSignal | undefined): Promise<T> {
  const args = ['-v', 'error', ...safeInput, ...what, '-of', 'json', fileUrl(path)];
  try {
    return JSON.parse(await runProcess(environment().ffprobe, args, { limits: probeLimits, signal })) as T;
  } catch (error) {
    throw explained(error, path, signal);
  }
}

function explained(error: unknown, path: string, signal: AbortSignal | undefined): Error {
  signal?.throwIfAborted();
  if (error instanceof ProcessError && error.reason === 'start') return notFound(error);
  return unreadable(shownName(path), 'it is damaged or not what its first bytes say', error);
}

function positive(text: string | undefined): number | undefined {
  const value = Number(text);
  return value > 0 ? value : undefined;
}

function fraction(text: string | undefined, otherwise: number): number {
  const [over, under = '1'] = (text ?? '').split('/');
  const value = Number(over) / Number(under);
  return Number.isFinite(value) && value > 0 ? value : otherwise;
}

/** ffprobe counts rotation counter-clockwise; only quarter turns are players' business. */
function clockwise(rotation: number): number {
  return (((Math.round(-rotation / 90) * 90) % 360) + 360) % 360;
}
