import type { AudioTrackFacts, MediaFacts } from '../../../engine/project/media.ts';
import { fileLength } from '../../../engine/timeline/streamTimes.ts';
import { ProcessError, probeLimits } from '../../system/process.ts';
import { runFfmpeg } from '../../system/sandbox.ts';
import { type AudioChanges, audioChangesOf } from './audioChanges.ts';
import { isChainedOgg } from './chainedOgg.ts';
import { type DecodedFrame, frameFacts, type PictureStream } from './frameFacts.ts';
import { type ClockFacts, clockFacts, isEven, lastFrameEnd, leadOf, mostTimes, noClock } from './mediaClock.ts';
import { mp3Walk } from './mp3Frames.ts';
import { readEnd, readFrameTimes, readPackets } from './packets.ts';
import { runFfprobe } from './runFfprobe.ts';
import { fileUrl, safeInput } from './safeInput.ts';
import type { Sniffed } from './sniff.ts';
import { readFailure, shownName, unreadable } from './unreadable.ts';
import { readStart, walkFile } from './walkFile.ts';

/** Properties of the streams of a video or audio file. */
export interface StreamFacts extends ClockFacts {
  /** Codecs as named by ffmpeg; '' if there is no such stream. */
  videoCodec: string;
  audioCodec: string;
  /** Size of the coded frame before rotation and pixel aspect ratio, in pixels. */
  codedWidth: number;
  codedHeight: number;
  /** Clockwise rotation for display, in degrees: 0, 90, 180 or 270. */
  rotation: number;
  /** Average frames per second; 0 for images and audio. */
  fps: number;
  /** Whether frame distances vary. */
  variableFrameRate: boolean;
  /** Largest distance of key frames in seconds, for containers without an index; else 0. */
  keyDistance: number;
  hasAlpha: boolean;
  /** Whether frames are interlaced. */
  interlaced: boolean;
  pixelFormat: string;
  /** Color properties as named by ffmpeg; '' if not declared. */
  colorMatrix: string;
  colorTransfer: string;
  colorPrimaries: string;
  fullRange: boolean;
  /** Index of the audio track used by default: the one marked as default, or the first. */
  audioTrack: number;
  audioTracks: readonly AudioTrackFacts[];
  /** Channels of that track at its start; 0 without audio. */
  channels: number;
  changingSound: AudioChanges;
}

/** Facts of a file without streams. */
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

/** Maximum decoded size of a video frame, in pixels. */
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

/** Arguments of the first ffprobe run: reads headers, and tries to decode the first packets. */
const firstLook =
  '-show_streams -show_format -show_entries frame=stream_index,pts_time,interlaced_frame -read_intervals %+#4'.split(
    ' ',
  );

interface Shown {
  streams?: Stream[];
  format?: Format;
  frames?: DecodedFrame[];
}

/** Whether at least one frame of a stream can be decoded. */
async function decodesAny(path: string, stream: `V:${number}` | `a:${number}`, signal: AbortSignal | undefined) {
  const read = ['-nostdin', '-v', 'error', '-max_error_rate', '1', ...safeInput, '-i', fileUrl(path)];
  const frames = `-frames:${stream.startsWith('V') ? 'v' : 'a'}`;
  const first = ['-map', `0:${stream}`, frames, '1', '-f', 'framecrc', '-'];
  const printed = await runFfmpeg([...read, ...first], { limits: probeLimits, signal }).catch(() => '');
  signal?.throwIfAborted();
  return printed.split('\n').some((line) => /^\d/.test(line));
}

/**
 * Measures a video or audio file from its headers and the first packets that decode. Reads all packets if the container
 * does not declare enough. Starting ffprobe takes as long as half a second of video; a plain MP3 needs no ffprobe.
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
  if (!video && !audio) throw unreadable(name, 'it contains no images and no audio that can be decoded');
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
  const silent = video ? 0 : silentStart(sniffed, audio as Stream, format, frames);
  const sound = {
    lead: leadOf(format) + silent,
    hasAudio: audio !== undefined,
    audioCodec: audio?.codec_name ?? '',
    audioTrack,
    audioTracks: sounds.map(trackFacts),
    channels: audio?.channels ?? 0,
    changingSound: changes?.kind ?? '',
    duration: changes?.seconds ?? (await audioLength(path, { sniffed, streams, format, duration }, signal)) - silent,
  };
  if (!video) return { kind: 'audio', ...sound };
  const clock = clockFacts(video, format, frameTimes);
  const whole = sound.duration - (clock.lead - sound.lead);
  const length = fileLength(
    whole,
    (await pictureEnd(path, { sniffed, video, clock, frameTimes, whole }, signal)) ?? whole,
  );
  return {
    ...{ kind: 'video', ...sound, ...frameFacts(video, frames), ...clock, keyDistance },
    duration: length,
    ...(audio && whole > length ? { soundDuration: whole } : {}),
  };
}

/** End of the last video frame, in seconds from second 0 of the file. @returns undefined if unknown. */
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
    return (await readEnd(path, { from, stream: 'V:0' }, signal)).end - clock.startTime;
  } catch (error) {
    throw explained(error, path, signal);
  }
}

/**
 * Seconds at the start of Vorbis in Matroska for which its first packet yields no samples. An Ogg does not count them,
 * and its encoder does not mean them.
 */
function silentStart(
  { demuxer }: Sniffed,
  { index, codec_name }: Stream,
  { start_time }: Format,
  frames: readonly DecodedFrame[],
): number {
  if (demuxer !== 'matroska' || codec_name !== 'vorbis') return 0;
  const first = Number(frames.find(({ stream_index }) => stream_index === index)?.pts_time);
  const silent = first - (Number(start_time) || 0);
  return silent > 0 && silent < longestVorbis ? silent : 0;
}

/** Length of the longest Vorbis packet at the lowest usual sample rate, in seconds. */
const longestVorbis = 1;

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

/**
 * Audible length of a file with only Opus, in seconds: the container's length includes samples that the decoder skips.
 */
async function audioLength(
  path: string,
  file: { sniffed: Sniffed; streams: readonly Stream[]; format: Format; duration: number },
  signal: AbortSignal | undefined,
): Promise<number> {
  const { sniffed, streams, format, duration } = file;
  const [audio, another] = streams;
  if (another || audio?.codec_name !== 'opus') return duration;
  if (sniffed.demuxer === 'ogg') return duration - (await skippedIn(path));
  if (sniffed.demuxer !== 'matroska') return duration;
  const start = Number(format.start_time) || 0;
  const lead = leadOf(format);
  const from = Math.max(0, start + lead + duration - endMargin);
  try {
    const { end, discarded } = await readEnd(path, { from, hertz: opusHertz }, signal);
    if (end <= start + lead) return duration;
    const whole = end - start;
    // Times in Matroska are rounded to milliseconds, at both ends.
    const exact = opusFrame * Math.round(whole / opusFrame);
    const skipped = await skippedIn(path);
    const isRounded = Math.abs(exact - whole) < roundedTime && Math.abs(skipped - lead) < roundedTime;
    return (isRounded ? exact - skipped : whole - lead) - discarded;
  } catch (error) {
    throw explained(error, path, signal);
  }
}

/** Every Opus frame is a multiple of the shortest one, in seconds (RFC 6716, §2.1.4). */
const opusFrame = 0.0025;

/** Largest error of a length between two rounded times, in seconds. */
const roundedTime = 0.0011;

/** Opus timestamps always count at this rate, whatever the source's rate (RFC 7845, §4). */
const opusHertz = 48_000;

/** Pre-skip in the header of Opus (RFC 7845, §5.1), in seconds. @returns 0 if it is not near the start of the file. */
async function skippedIn(path: string): Promise<number> {
  const start = Buffer.from(await readStart(path, 4096));
  const head = start.indexOf('OpusHead');
  return head < 0 || head + 12 > start.length ? 0 : start.readUInt16LE(head + 10) / opusHertz;
}

/** Returns how audio changes midway; and its length where only decoding tells: for joined files, MP3 and raw audio. */
async function changesOf(
  path: string,
  { demuxer }: Sniffed,
  { isAlone, track }: { isAlone: boolean; track: number },
  signal: AbortSignal | undefined,
): Promise<{ kind: AudioChanges; seconds?: number } | undefined> {
  if (withoutHeaders.has(demuxer) || withPadding.has(demuxer)) {
    const { changing, seconds, isWhole } = await audioChangesOf(path, track, signal);
    const isRaw = isAlone && !demuxer.startsWith('mpeg');
    return { kind: changing, ...(isRaw && isWhole && seconds > 0 ? { seconds } : {}) };
  }
  const isJoined = isAlone && (demuxer === 'mp3' || (demuxer === 'ogg' && (await isChainedOgg(path))));
  if (!isJoined) return undefined;
  const { changing, isNarrow, seconds, isWhole } = await audioChangesOf(path, track, signal);
  if (demuxer === 'ogg') return { kind: isNarrow ? 'narrow' : 'wide', seconds };
  // Packet times include encoder padding, which a tag may tell the decoder to skip.
  return { kind: changing, ...(changing !== '' || (isWhole && seconds > 0) ? { seconds } : {}) };
}

/** Containers without a length. ffprobe guesses one from the bit rate of the first packets. */
const withoutLength = new Set(['aac', 'mp3', 'ac3', 'eac3', 'amr', 'mpegvideo', 'mpeg', 'mpegts']);

/** A first packet after this time starts late on purpose, in seconds; encoder delays are shorter. */
const lateStart = 0.5;

/** Containers in which each audio packet describes itself, so that a broadcast may change midway. */
const withoutHeaders = new Set(['mpegts', 'mpeg', 'aac', 'ac3', 'eac3']);

/** Containers whose length includes padding that decoders remove. */
const withPadding = new Set(['caf']);

/** Formats in which ffmpeg finds key frames by an index, its own or the file's. */
const withIndex = new Set(['mov', 'matroska']);

/** A seek may miss by the distance in which frames are reordered, in seconds. */
const reordering = 0.5;

/** Longer than any file, in seconds. */
const always = 1e6;

/**
 * Returns the length from the first to the last packet; and where needed, the distance of key frames and the times of
 * frames. In seconds. Reads all packets only if no index tells.
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
      // FLV counts its length from zero, wherever its first frame is.
      const before = demuxer === 'flv' ? Number(format.start_time) || 0 : 0;
      return { duration: isExact ? stated - before : end - start, keyDistance: distance, frameTimes };
    }
    // Matroska counts its length from zero, or from a late first packet: files differ. MP4 counts from zero, but its
    // length lacks a delay that no edit list states.
    const start = demuxer === 'matroska' || demuxer === 'mov' ? Number(format.start_time) : 0;
    // An MP4 with only audio starts late if iTunes stated its padding, which the decoder skips.
    const isLate = start > (demuxer === 'mov' && !video ? 0 : lateStart);
    const duration = isLate
      ? (await readEnd(path, { from: Math.max(0, stated - endMargin) }, signal)).end - start
      : stated;
    // Matroska declares one frame duration, true or not, and rounds times.
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

/** Seconds before the end where reading starts to find the end: the last packets of all streams are close together. */
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
  return readFailure(error, name, 'it is damaged, or its contents do not match its header');
}

function positive(text: string | undefined): number | undefined {
  const value = Number(text);
  return value > 0 ? value : undefined;
}
