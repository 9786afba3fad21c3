import type { AudioTrackFacts } from '../../project/media.ts';
import { toMicroseconds } from '../../project/roundTime.ts';
import { fileLength, fileStart, STREAM_TOLERANCE } from '../../timeline/streamTimes.ts';
import { type ByteReader, createByteReader } from './byteReader.ts';
import { type Element, elementsOf, floatIn, numberIn } from './ebml.ts';
import type { FileBytes } from './fileBytes.ts';
import { type FrameSample, isSide, UNEVEN, type Video, type VideoFacts } from './video.ts';
import { newTrack, type WebmTrack, webmConfig } from './webmTracks.ts';

/** Timestamps are rounded to milliseconds, so distances of equal frames differ by up to this, in seconds. */
const ROUNDING = 0.0021;
/** Longest content of elements that are read, in bytes: a number, a name, codec initialization data. */
const most = { number: 8, name: 64, title: 1024, setup: 1 << 20 } as const;

/** Element ids (RFC 9559 §5). */
const ids = {
  head: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  scale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  track: 0xae,
  video: 0xe0,
  audio: 0xe1,
  color: 0x55b0,
  cluster: 0x1f43b675,
  time: 0xe7,
  group: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
  reference: 0xfb,
} as const;

const holders = new Set<number>([
  ids.segment,
  ids.info,
  ids.tracks,
  ids.track,
  ids.video,
  ids.audio,
  ids.color,
  ids.cluster,
  ids.group,
]);

/** Fields of a track by element id. */
const trackNumbers = new Map<number, NumberField>([
  [0xd7, 'number'],
  [0x83, 'type'],
  [0x23e383, 'frameNanoseconds'],
  [0xb0, 'width'],
  [0xba, 'height'],
  [0x54b0, 'displayWidth'],
  [0x54ba, 'displayHeight'],
  [0x55b1, 'matrix'],
  [0x55b9, 'range'],
  [0x55ba, 'transfer'],
  [0x55bb, 'primaries'],
  [0x9f, 'channels'],
  [0x88, 'isDefault'],
]);
type NumberField =
  | ('number' | 'type' | 'frameNanoseconds' | 'width' | 'height' | 'displayWidth' | 'displayHeight')
  | ('matrix' | 'range' | 'transfer' | 'primaries' | 'channels' | 'isDefault');
const alphaMode = 0x53c0;
const codecId = 0x86;
const trackLanguage = 0x22b59c;
const trackTitle = 0x536e;
const codecPrivate = 0x63a2;
const contentEncodings = 0x6d80;

/** A block of video; its time is in timestamp units until the whole file has been read. */
interface Picture extends FrameSample {
  isLaced: boolean;
  /** Whether it is only a reference for decoding and not shown itself, as in VP8. */
  isHidden: boolean;
}

/** State of parsing. */
interface Reading {
  /** Nanoseconds per timestamp unit. */
  scale: number;
  /** In timestamp units. */
  duration: number;
  tracks: WebmTrack[];
  cluster: number;
  samples: Picture[];
  /** First timestamp of the audio, in timestamp units. */
  soundStart: number | undefined;
  /** Timestamp of its first samples: a Vorbis decoder outputs none for the first packet. */
  heardFrom: number | undefined;
  /** Whether the latest block was video. */
  isPicture: boolean;
}

/**
 * Reads the tables of a WebM or Matroska file in one pass, without its media data.
 * @returns undefined for another or a damaged file.
 */
export async function readWebm(file: FileBytes, signal?: AbortSignal): Promise<VideoFacts | undefined> {
  try {
    return await readAll(file, signal);
  } catch {
    // The browser's player may still be able to play it.
    signal?.throwIfAborted();
    return undefined;
  }
}

async function readAll(file: FileBytes, signal: AbortSignal | undefined): Promise<VideoFacts | undefined> {
  const bytes = createByteReader(file);
  if (numberIn(await bytes.read(0, 4)) !== ids.head) return undefined;
  const reading: Reading = {
    scale: 1e6,
    duration: 0,
    tracks: [],
    cluster: 0,
    samples: [],
    soundStart: undefined,
    heardFrom: undefined,
    isPicture: false,
  };
  for await (const element of elementsOf(bytes, file.size, holders)) {
    signal?.throwIfAborted();
    await learn(element, bytes, reading);
  }
  return factsOf(file, bytes, reading);
}

async function learn({ id, start, size }: Element, bytes: ByteReader, reading: Reading): Promise<void> {
  const track = reading.tracks.at(-1);
  const field = trackNumbers.get(id);
  const body = (longest: number) => {
    if (size > longest) throw new Error('an element is too long');
    return bytes.read(start, size);
  };
  const number = async () => numberIn(await body(most.number));
  if (id === ids.simpleBlock || id === ids.block) await learnBlock(id, start, size, bytes, reading);
  else if (id === ids.reference && reading.isPicture) Object.assign(reading.samples.at(-1) ?? {}, { isKey: false });
  else if (id === ids.time) reading.cluster = await number();
  else if (id === ids.track) reading.tracks.push(newTrack());
  else if (id === ids.scale) reading.scale = await number();
  else if (id === ids.duration) reading.duration = floatIn(await body(most.number));
  else if (track && field) track[field] = await number();
  else if (track && id === alphaMode) track.hasAlpha = (await number()) > 0;
  else if (track && id === codecId) track.codec = textIn(await body(most.name));
  else if (track && id === trackLanguage) track.language = textIn(await body(most.name));
  else if (track && id === trackTitle) track.title = size > most.title ? '' : textIn(await body(most.title));
  else if (track && id === codecPrivate) track.setup = (await body(most.setup)).slice();
  else if (track && id === contentEncodings) track.isPacked = true;
}

function textIn(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replace(/\0+$/, '');
}

function audioTrackFacts({ codec, channels, language, title, isDefault }: WebmTrack): AudioTrackFacts {
  const name = codec.replace(/^A_/, '').replace('MPEG/L3', 'MP3').toLowerCase();
  return { codec: name, channels, language: language === 'und' ? '' : language, title, isDefault: isDefault === 1 };
}

/** Parses a block header: track number, time relative to the cluster, and flags (RFC 9559 §10). */
async function learnBlock(id: number, start: number, size: number, bytes: ByteReader, reading: Reading): Promise<void> {
  const [first = 0, high = 0, low = 0, flags = 0, tag = 0] = await bytes.read(start, 5);
  // Larger track numbers are allowed but not used in practice.
  const track = reading.tracks.find(({ number }) => number === (first & 0x7f));
  const time = reading.cluster + ((((high << 8) + low) << 16) >> 16);
  reading.isPicture = track !== undefined && track === pictureTrack(reading);
  if (track?.type === 2) {
    if (reading.soundStart !== undefined || track.codec !== 'A_VORBIS') reading.heardFrom ??= time;
    reading.soundStart = Math.min(reading.soundStart ?? time, time);
  }
  if (!reading.isPicture || size < 5) return;
  const isKey = id === ids.block || (flags & 0x80) !== 0;
  const isLaced = (flags & 0x06) !== 0;
  // Many muxers omit the flag; the VP8 frame header has it too (RFC 6386 §9.1).
  const isStatedByFrame = track?.codec === 'V_VP8' && !track.isPacked && !isLaced;
  const isHidden = (flags & 0x08) !== 0 || (isStatedByFrame && (tag & 0x10) === 0);
  reading.samples.push({ offset: start + 4, size: size - 4, time, isKey, isLaced, isHidden });
}

function pictureTrack({ tracks }: Reading): WebmTrack | undefined {
  return tracks.find(({ type }) => type === 1);
}

async function factsOf(file: FileBytes, bytes: ByteReader, reading: Reading): Promise<VideoFacts> {
  const { scale, samples, soundStart, heardFrom = soundStart } = reading;
  if (scale === 0) throw new Error('the time of a block does not advance');
  const track = pictureTrack(reading);
  const sounds = reading.tracks.filter(({ type }) => type === 2);
  const seconds = (units: number) => (units * scale) / 1e9;
  const first = samples.reduce((least, { time }) => Math.min(least, time), Number.POSITIVE_INFINITY);
  const begin = Math.min(first, soundStart ?? first);
  const [begins, picture] = [begin, first].map((time) => (Number.isFinite(time) ? seconds(time) : 0)) as [
    number,
    number,
  ];
  // The same time origin as in the renderer.
  const origin = fileStart(begins, picture);
  const timed = samples.map((sample) => ({ ...sample, time: seconds(sample.time) - origin }));
  // Some files count their length from zero, others from a late first block.
  const stated = begins > STREAM_TOLERANCE ? 0 : seconds(reading.duration) - (origin - begins);
  const video = track && timed.length > 0 ? await videoOf(file, bytes, track, timed, stated) : undefined;
  return {
    ...(video ? { video } : {}),
    hasAudio: sounds.length > 0,
    audioTracks: sounds.map(audioTrackFacts),
    audioStart: heardFrom === undefined ? 0 : seconds(heardFrom) - origin,
    ...paceOf(track, timed),
  };
}

async function videoOf(
  file: FileBytes,
  bytes: ByteReader,
  track: WebmTrack,
  samples: Reading['samples'],
  stated: number,
): Promise<Video | undefined> {
  const { offset } = samples[0] as FrameSample;
  const config = webmConfig(track, await bytes.read(offset, 5));
  if (!config || samples.some(({ isLaced }) => isLaced)) return undefined;
  const shown = samples
    .map((_, i) => i)
    .filter((i) => !samples[i]?.isHidden)
    .sort((a, b) => (samples[a]?.time ?? 0) - (samples[b]?.time ?? 0));
  const { displayAspectWidth: across = 1, displayAspectHeight: down = 1 } = config;
  const { height } = track;
  const width = Math.max(1, Math.round((height * across) / down));
  if (shown.length === 0 || ![track.width, width, height].every(isSide)) return undefined;
  const isStated = stated > 0 && Number.isFinite(stated);
  const end = lastFrameEnd(
    shown.map((i) => samples[i]?.time ?? 0),
    paceOf(track, samples).fps,
  );
  const duration = toMicroseconds(
    isStated
      ? fileLength(stated, end ?? stated)
      : (samples[shown.at(-1) ?? 0]?.time ?? 0) + track.frameNanoseconds / 1e9,
  );
  return { file, config, samples, shown, width, height, rotation: 0, duration };
}

/**
 * Returns the end of the last frame, in seconds; undefined if the pace is unknown. Times of an even pace are rounded, so
 * frames are counted, as by the renderer. @param times ascending.
 */
function lastFrameEnd(times: readonly number[], fps: number): number | undefined {
  if (fps <= 0) return undefined;
  const [first = 0, last = first] = [times[0], times.at(-1)];
  const counted = first + times.length / fps;
  return Math.abs(last + 1 / fps - counted) <= ROUNDING ? counted : last + 1 / fps;
}

function paceOf(
  track: WebmTrack | undefined,
  samples: readonly Picture[],
): Pick<VideoFacts, 'fps' | 'variableFrameRate'> {
  if (!track) return { fps: 0, variableFrameRate: false };
  const times = samples.flatMap(({ time, isHidden }) => (isHidden ? [] : [time])).sort((a, b) => a - b);
  const steps = times.slice(1).map((time, i) => time - (times[i] as number));
  const mean = steps.reduce((sum, step) => sum + step, 0) / Math.max(1, steps.length);
  const stated = track.frameNanoseconds > 0 ? 1e9 / track.frameNanoseconds : 0;
  const uneven = steps.some((step) => Math.abs(step - mean) > Math.max(ROUNDING, UNEVEN * mean));
  return { fps: stated || (mean > 0 ? 1 / mean : 0), variableFrameRate: stated === 0 && uneven };
}
