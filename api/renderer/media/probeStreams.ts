import type { AudioTrackFacts, MediaFacts } from '../../../engine/project/media.ts';
import { fileLength } from '../../../engine/timeline/streamTimes.ts';
import { ProcessError, probeLimits } from '../../system/process.ts';
import { runFfmpeg } from '../../system/sandbox.ts';
import { isChainedOgg } from './chainedOgg.ts';
import { type ChangingSound, changingSoundOf } from './changingSound.ts';
import { type ClockFacts, clockFacts, isEven, lastFrameEnd, leadOf, mostTimes, noClock } from './clock.ts';
import { mp3Walk } from './mp3Frames.ts';
import { readEnd, readFrameTimes, readPackets } from './packets.ts';
import { type DecodedFrame, type PictureStream, pictureFacts } from './pictureFacts.ts';
import { runFfprobe } from './runFfprobe.ts';
import { fileUrl, safeInput } from './safeInput.ts';
import type { Sniffed } from './sniff.ts';
import { readFailure, shownName, unreadable } from './unreadable.ts';
import { readStart, walkFile } from './walkFile.ts';

/** What the streams of a video or sound are like. */
export interface StreamFacts extends ClockFacts {
  /** Codecs as ffmpeg names them; '' where there is no such stream. */
  videoCodec: string;
  audioCodec: string;
  /** Size of the coded picture, before rotation and pixel aspect, pixels. */
  codedWidth: number;
  codedHeight: number;
  /** Degrees clockwise by which the coded picture is rotated to be shown: 0, 90, 180 or 270. */
  rotation: number;
  /** Frames a second on average; 0 for a still image or audio. */
  fps: number;
  /** Whether frames stand at uneven distances. */
  variableFrameRate: boolean;
  /** How far apart key frames are at most, seconds, where a container does not find them by itself; else 0. */
  keyDistance: number;
  hasAlpha: boolean;
  /** Whether pictures are woven of two moments, line by line. */
  interlaced: boolean;
  pixelFormat: string;
  /** Color of the coded picture as ffmpeg names it; '' where the file does not say. */
  colorMatrix: string;
  colorTransfer: string;
  colorPrimaries: string;
  fullRange: boolean;
  /** Index of the audio track that is read unless a project chooses another: the default one, or the first. */
  audioTrack: number;
  audioTracks: readonly AudioTrackFacts[];
  /** Channels of that audio track, where it begins; 0 without sound. */
  channels: number;
  changingSound: ChangingSound;
}

/** What is known of a file without streams. */
export const noStreams: StreamFacts = {
  ...noClock,
  codedWidth: 0,
  codedHeight: 0,
  videoCodec: '',
  audioCodec: '',
  rotation: 0,
  fps: 0,
  variableFrameRate: false,
  keyDistance: 0,
  hasAlpha: false,
  interlaced: false,
  pixelFormat: '',
  colorMatrix: '',
  colorTransfer: '',
  colorPrimaries: '',
  fullRange: false,
  audioTrack: 0,
  audioTracks: [],
  channels: 0,
  changingSound: '',
};

/** The largest decoded frame of a video, pixels. */
const maxFrame = 36_000_000;

interface Format {
  duration?: string;
  start_time?: string;
  format_name?: string;
}

interface Stream extends PictureStream {
  index?: number;
  codec_type?: string;
  duration?: string;
  channels?: number;
  disposition?: { attached_pic?: number; default?: number };
}

/** What is asked of ffprobe: the headers, and which of the first packets it can decode. */
const firstLook =
  '-show_streams -show_format -show_entries frame=stream_index,interlaced_frame -read_intervals %+#4'.split(' ');

interface Shown {
  streams?: Stream[];
  format?: Format;
  frames?: DecodedFrame[];
}

/** Whether one frame at least of a file's picture or sound can be decoded. */
async function decodesAny(path: string, stream: `V:${number}` | `a:${number}`, signal: AbortSignal | undefined) {
  const read = ['-nostdin', '-v', 'error', '-max_error_rate', '1', ...safeInput, '-i', fileUrl(path)];
  const frames = `-frames:${stream.startsWith('V') ? 'v' : 'a'}`;
  const first = ['-map', `0:${stream}`, frames, '1', '-f', 'framecrc', '-'];
  const printed = await runFfmpeg([...read, ...first], { limits: probeLimits, signal }).catch(() => '');
  signal?.throwIfAborted();
  return printed.split('\n').some((line) => /^\d/.test(line));
}

/**
 * Measures a video or a sound by its headers and by what can be decoded of its first packets; by all its packets where its
 * container does not say what must be known. ffprobe is started for it, which takes as long as half a second of video; not
 * for an MP3 that is plain.
 * @throws ProblemError media.unreadable
 */
export async function probeStreams(
  path: string,
  sniffed: Sniffed,
  signal: AbortSignal | undefined,
): Promise<Partial<MediaFacts & StreamFacts> & Pick<MediaFacts, 'kind'>> {
  const plain = sniffed.demuxer === 'mp3' ? await walkFile(mp3Walk(), path) : undefined;
  if (plain) return { kind: 'audio', hasAudio: true, audioCodec: 'mp3', ...plain };
  const name = shownName(path);
  const { streams = [], format = {}, frames = [] } = await ffprobe<Shown>(path, firstLook, signal);
  const video = streams.find(
    (s) => s.codec_type === 'video' && s.codec_name && !s.disposition?.attached_pic && s.width && s.height,
  );
  const sounds = streams.filter((s) => s.codec_type === 'audio');
  const usable = sounds.filter((s) => s.codec_name && (s.channels ?? 0) > 0);
  const audio = usable.find((s) => s.disposition?.default === 1) ?? usable[0];
  const audioTrack = audio ? sounds.indexOf(audio) : 0;
  if (!video && !audio) throw unreadable(name, 'it holds no picture and no sound that can be decoded');
  if (video && (video.width as number) * (video.height as number) > maxFrame) {
    throw unreadable(name, `${video.width} × ${video.height} pixels are too many`);
  }
  const main = video ?? (audio as Stream);
  const isDecoded = frames.some(({ stream_index }) => stream_index === main.index);
  if (!isDecoded && !(await decodesAny(path, main === video ? 'V:0' : `a:${audioTrack}`, signal)))
    throw unreadable(name, 'it is damaged and cannot be decoded');
  const { duration, keyDistance, frameTimes } = await extentOf(path, sniffed, format, [video, audio], signal);
  const changes =
    audio && (await changesOf(path, sniffed, { isAlone: video === undefined, track: audioTrack }, signal));
  const sound = {
    lead: leadOf(format),
    hasAudio: audio !== undefined,
    audioCodec: audio?.codec_name ?? '',
    audioTrack,
    audioTracks: sounds.map(trackFacts),
    channels: audio?.channels ?? 0,
    changingSound: changes?.kind ?? '',
    duration: changes?.seconds ?? (await heardLength(path, { sniffed, streams, format, duration }, signal)),
  };
  if (!video) return { kind: 'audio', ...sound };
  const clock = clockFacts(video, format, frameTimes);
  const whole = sound.duration - (clock.lead - sound.lead);
  const length = fileLength(
    whole,
    (await pictureEnd(path, { sniffed, video, clock, frameTimes, whole }, signal)) ?? whole,
  );
  return {
    ...{ kind: 'video', ...sound, ...pictureFacts(video, frames), ...clock, keyDistance },
    duration: length,
    ...(audio && whole > length ? { soundDuration: whole } : {}),
  };
}

/** When the last frame of a video is over, seconds from second 0 of the file. @returns undefined where nothing tells. */
async function pictureEnd(
  path: string,
  file: { sniffed: Sniffed; video: Stream; clock: ClockFacts; frameTimes: readonly number[]; whole: number },
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  const { sniffed, video, clock, frameTimes, whole } = file;
  const length = positive(video.duration);
  if (sniffed.demuxer === 'mov')
    return length === undefined ? undefined : (Number(video.start_time) || 0) + length - clock.startTime;
  if (sniffed.demuxer !== 'matroska' || frameTimes.length <= mostTimes) return lastFrameEnd(video, clock, frameTimes);
  const from = Math.max(0, clock.startTime + whole - endMargin);
  try {
    return (await readEnd(path, { from, stream: 'V:0' }, signal)) - clock.startTime;
  } catch (error) {
    throw explained(error, path, signal);
  }
}

function trackFacts({ codec_name = '', channels = 0, tags = {}, disposition }: Stream): AudioTrackFacts {
  const { language = '', title = '' } = tags;
  const isKnown = language !== 'und';
  return {
    codec: codec_name,
    channels,
    language: isKnown ? language : '',
    title,
    isDefault: disposition?.default === 1,
  };
}

/** How long a file of Opus alone is heard: its container's length counts what its decoder leaves out. Seconds. */
async function heardLength(
  path: string,
  file: { sniffed: Sniffed; streams: readonly Stream[]; format: Format; duration: number },
  signal: AbortSignal | undefined,
): Promise<number> {
  const { sniffed, streams, format, duration } = file;
  const [audio, another] = streams;
  if (another || audio?.codec_name !== 'opus') return duration;
  if (sniffed.demuxer === 'ogg') return duration - (await skippedIn(path));
  if (sniffed.demuxer !== 'matroska') return duration;
  const start = (Number(format.start_time) || 0) + leadOf(format);
  try {
    const end = await readEnd(path, { from: Math.max(0, start + duration - endMargin), hertz: opusHertz }, signal);
    return end > start ? end - start : duration;
  } catch (error) {
    throw explained(error, path, signal);
  }
}

/** Samples a second in which Opus counts, whatever it was made of (RFC 7845, §4). */
const opusHertz = 48_000;

/** What the decoder of an Ogg of Opus leaves out at its start (RFC 7845, §5.1). Seconds. */
async function skippedIn(path: string): Promise<number> {
  const start = Buffer.from(await readStart(path, 512));
  const head = start.indexOf('OpusHead');
  return head < 0 || head + 12 > start.length ? 0 : start.readUInt16LE(head + 10) / opusHertz;
}

/** How audio changes on the way; and how long it is where only a decoder knows: of several files joined, and of MP3. */
async function changesOf(
  path: string,
  { demuxer }: Sniffed,
  { isAlone, track }: { isAlone: boolean; track: number },
  signal: AbortSignal | undefined,
): Promise<{ kind: ChangingSound; seconds?: number } | undefined> {
  if (withoutHeaders.has(demuxer)) return { kind: (await changingSoundOf(path, track, signal)).changing };
  const isJoined = isAlone && (demuxer === 'mp3' || (demuxer === 'ogg' && (await isChainedOgg(path))));
  if (!isJoined) return undefined;
  const { changing, isNarrow, seconds, isWhole } = await changingSoundOf(path, track, signal);
  if (demuxer === 'ogg') return { kind: isNarrow ? 'narrow' : 'wide', seconds };
  // Its packets count the padding of its encoder, of which a tag may tell its decoder.
  return { kind: changing, ...(changing !== '' || (isWhole && seconds > 0) ? { seconds } : {}) };
}

/** Containers that hold no length; ffprobe guesses it from the bit rate of their first packets. */
const withoutLength = new Set(['aac', 'mp3', 'ac3', 'eac3', 'amr', 'mpegvideo', 'mpeg', 'mpegts']);

/** What comes later than this does not begin at the container's zero, seconds; encoders' delays are shorter. */
const lateStart = 0.5;

/** Containers in which each packet of a sound says by itself what it is like, as a broadcast changes. */
const withoutHeaders = new Set(['mpegts', 'mpeg', 'aac', 'ac3', 'eac3']);

/** In these ffmpeg finds key frames by its own index of the file, or by the file's. */
const withIndex = new Set(['mov', 'matroska']);

/** A seek may go wrong by the distance in which frames are reordered; seconds. */
const reordering = 0.5;

/** Farther than any file is long, seconds. */
const always = 1e6;

/**
 * Length from the first to the last that is shown or heard; and, where it must be known, how far apart key frames are, and
 * when each frame begins. Seconds. Only what no index tells is looked for among all packets.
 */
async function extentOf(
  path: string,
  { demuxer }: Sniffed,
  format: Format,
  streams: readonly (Stream | undefined)[],
  signal: AbortSignal | undefined,
): Promise<{ duration: number; keyDistance: number; frameTimes: number[] }> {
  const stated = positive(format.duration) ?? streams.map((stream) => positive(stream?.duration)).find(Boolean);
  const [video] = streams;
  const isIndexed = withIndex.has(demuxer) || !video;
  try {
    if (stated === undefined || withoutLength.has(demuxer) || !isIndexed) {
      const { start, end, keyDistance, frameTimes } = await readPackets(path, signal);
      const isExact = stated !== undefined && !withoutLength.has(demuxer);
      const distance = isIndexed ? 0 : Math.min(always, keyDistance + reordering);
      // FLV counts its length from zero, wherever its first frame stands.
      const before = demuxer === 'flv' ? Number(format.start_time) || 0 : 0;
      return { duration: isExact ? stated - before : end - start, keyDistance: distance, frameTimes };
    }
    // Matroska counts its length from zero, or from its first packet where that stands late: some files do one, some the other.
    const start = demuxer === 'matroska' ? Number(format.start_time) : 0;
    const duration =
      start > lateStart ? (await readEnd(path, { from: Math.max(0, stated - endMargin) }, signal)) - start : stated;
    // Matroska writes one distance of frames for all of them, true or not, and rounds their times.
    const isOnGrid = !video || (demuxer === 'mov' && isEven(video));
    return {
      duration,
      keyDistance: 0,
      frameTimes: isOnGrid ? [] : await readFrameTimes(path, { most: mostTimes + 1 }, signal),
    };
  } catch (error) {
    throw explained(error, path, signal);
  }
}

/** So much before its end a file is looked at for where it ends, seconds: the last packets of its streams are not far apart. */
const endMargin = 10;

async function ffprobe<T>(path: string, what: readonly string[], signal: AbortSignal | undefined): Promise<T> {
  try {
    return JSON.parse(await runFfprobe(path, [...what, '-of', 'json'], { signal })) as T;
  } catch (error) {
    throw explained(error, path, signal);
  }
}

function explained(error: unknown, path: string, signal: AbortSignal | undefined): Error {
  signal?.throwIfAborted();
  const name = shownName(path);
  const [, codec] = (error instanceof ProcessError && /Codec \((\w+)\) not on whitelist/.exec(error.log)) || [];
  if (codec !== undefined) return unreadable(name, `its codec, ${codec}, is not supported`, error);
  return readFailure(error, name, 'it is damaged or not what its first bytes say');
}

function positive(text: string | undefined): number | undefined {
  const value = Number(text);
  return value > 0 ? value : undefined;
}
