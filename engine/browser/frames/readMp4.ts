import { createFile, DataStream, Endianness, type ISOFile, MP4BoxBuffer, type Sample, type Track } from 'mp4box';
import type { AudioTrackFacts } from '../../project/media.ts';
import { toMicroseconds } from '../../project/roundTime.ts';
import { fileLength, fileStart } from '../../timeline/streamTimes.ts';
import { createByteReader } from './byteReader.ts';
import { type EditWindow, editWindow } from './edits.ts';
import type { FileBytes } from './fileBytes.ts';
import { type StatedColor, withColor } from './frameColor.ts';
import { boxAt, type PlacedBox, prepareTables } from './mp4Tables.ts';
import { type FrameSample, isSide, UNEVEN, type Video, type VideoFacts } from './video.ts';

/** Longest header of a box, in bytes. */
const HEAD = 16;
/** Read-ahead in bytes: tables of short fragments are close together, others far apart. */
const AHEAD = 1 << 16;
/** Limits of tables in bytes and samples, which is hours of video; larger ones are left to the browser's player. */
const MOST_BYTES = 64 << 20;
const MOST_SAMPLES = 1_000_000;
/** Tolerance for rounded times, in seconds. */
const ROUNDING = 0.001;

/**
 * Reads the tables of an MP4 or MOV file, fragmented or not, without its media data.
 * @returns undefined for another file, or damaged tables.
 */
export async function readMp4(file: FileBytes, signal?: AbortSignal): Promise<VideoFacts | undefined> {
  if (!(await isMp4(file))) return undefined;
  const iso = createFile(false);
  // Only the positions of samples are needed.
  iso.discardMdatData = true;
  try {
    return (await readTables(file, iso, signal)) ? factsOf(file, iso) : undefined;
  } catch {
    // The browser's player may still be able to play it.
    signal?.throwIfAborted();
    return undefined;
  }
}

/** The audio of an MP4 or MOV file, as packets. */
export interface Mp4Sound {
  config: AudioDecoderConfig;
  /** In decoding order; times in seconds of the file, negative for packets that only the decoder needs. */
  samples: readonly Pick<FrameSample, 'offset' | 'size' | 'time'>[];
}

/**
 * Finds the packets of the first audio track of an MP4 or MOV file. @returns undefined if there are none or they are
 * unreadable.
 */
export async function readMp4Sound(file: FileBytes, signal: AbortSignal): Promise<Mp4Sound | undefined> {
  if (!(await isMp4(file))) return undefined;
  const iso = createFile(false);
  iso.discardMdatData = true;
  try {
    return (await readTables(file, iso, signal, 'vide')) ? soundOf(iso) : undefined;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

function soundOf(iso: ISOFile): Mp4Sound | undefined {
  const info = iso.getInfo();
  const track = info.audioTracks[0];
  const window = track && editWindow(track.edits, info.timescale, track.timescale);
  if (!track?.audio || !window) return undefined;
  const samples = iso.getTrackSamplesInfo(track.id);
  if (samples.length === 0 || samples.some(({ description_index }) => description_index > 0)) return undefined;
  const [entry] = iso.getTrackById(track.id).mdia.minf.stbl.stsd.entries as unknown as { esds?: Described }[];
  const description = entry?.esds?.esd.findDescriptor(DECODER)?.findDescriptor(SETTINGS)?.data;
  return {
    config: {
      codec: track.codec.replace(/^mp4a\.(6b|69)$/i, 'mp3').replace(/^Opus$/, 'opus'),
      sampleRate: track.audio.sample_rate,
      numberOfChannels: track.audio.channel_count,
      ...(description ? { description: new Uint8Array(description) } : {}),
    },
    samples: samples
      .map((sample) => ({ offset: sample.offset, size: sample.size, time: timeOf(sample, window) }))
      .filter(({ time }) => time < window.end),
  };
}

/** Flag of a track header (ISO/IEC 14496-12 §8.3.2). */
const ENABLED = 1;

/** Descriptor tags of audio (ISO/IEC 14496-1 §7.2.2.1). */
const DECODER = 4;
const SETTINGS = 5;

interface Descriptor {
  data?: ArrayLike<number>;
  findDescriptor(tag: number): Descriptor | undefined;
}
interface Described {
  esd: Descriptor;
}

async function isMp4(file: FileBytes): Promise<boolean> {
  const head = new Uint8Array(await file.slice(4, 8).arrayBuffer());
  return ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'].includes(String.fromCharCode(...head));
}

async function readTables(
  file: FileBytes,
  iso: ISOFile,
  signal: AbortSignal | undefined,
  spared?: 'soun' | 'vide',
): Promise<boolean> {
  let isReady = false;
  let isFragmented = false;
  iso.onError = () => undefined;
  iso.onReady = (info) => {
    isReady = true;
    isFragmented = info.isFragmented;
  };
  const reader = createByteReader(file, AHEAD);
  // Every sample has at least one byte.
  let samples = Math.min(MOST_SAMPLES, file.size);
  for (let at = 0; at < file.size && (!isReady || isFragmented); ) {
    signal?.throwIfAborted();
    const box = boxAt(await reader.read(at, HEAD), at, file.size - at);
    if (!box) break;
    const isTable = ['ftyp', 'moov', 'moof'].includes(box.type);
    if (isTable && box.size > MOST_BYTES) return false;
    const bytes = isTable ? (await reader.read(at, box.size)).slice() : gap(box);
    if (box.type !== 'ftyp' && isTable) samples -= prepareTables(bytes, samples, spared);
    iso.appendBuffer(MP4BoxBuffer.fromArrayBuffer(bytes.buffer, at));
    at += box.size;
  }
  iso.flush();
  return isReady;
}

/** Returns an mdat header in place of a skipped box, because the parser accepts only that one without content. */
function gap({ size }: PlacedBox): Uint8Array<ArrayBuffer> {
  const head = new DataView(new ArrayBuffer(size < HEAD ? 8 : HEAD));
  head.setUint32(0, size < HEAD ? size : 1);
  for (const [i, letter] of [...'mdat'].entries()) head.setUint8(4 + i, letter.charCodeAt(0));
  if (size >= HEAD) head.setBigUint64(8, BigInt(size));
  return new Uint8Array(head.buffer);
}

function factsOf(file: FileBytes, iso: ISOFile): VideoFacts {
  const info = iso.getInfo();
  const [video] = info.videoTracks;
  const audio = info.tracks.find((track) => isSound(iso, track));
  const scale = info.timescale;
  const tracks = [video, audio].flatMap((track) => (track ? [timesOf(iso, track, scale)] : []));
  // The same time origin as in the renderer.
  const begin = tracks.reduce((least, times) => Math.min(least, times?.begin ?? least), Number.POSITIVE_INFINITY);
  const first = video ? tracks[0] : undefined;
  const origin = Number.isFinite(begin) ? fileStart(begin, first?.begin ?? begin) : 0;
  const whole = tracks.reduce((longest, times) => Math.max(longest, (times?.end ?? 0) - origin), 0);
  // Sums of sample durations have errors, which could add a frame to an output.
  const duration = toMicroseconds(first ? fileLength(whole, first.end - origin) : whole);
  const found = video && first ? videoOf(file, iso, video, first, { origin, duration }) : undefined;
  return {
    ...(found ? { video: found } : {}),
    hasAudio: audio !== undefined,
    audioTracks: info.tracks.flatMap((track) => (isSound(iso, track) ? [audioTrackFacts(iso, track)] : [])),
    audioStart: audio ? (tracks.at(-1)?.begin ?? origin) - origin : 0,
    ...paceOf(video ? iso.getTrackSamplesInfo(video.id) : []),
  };
}

/** Returns ffmpeg's name of an audio codec. */
function codecName(codec: string): string {
  const name = codec.toLowerCase().replace('-', '').replace(/^ec3$/, 'eac3');
  return /^mp4a\.(6b|69)/.test(name) ? 'mp3' : name.replace(/^mp4a.*/, 'aac');
}

function audioTrackFacts(iso: ISOFile, { id, codec, language, audio }: Track): AudioTrackFacts {
  const isDefault = (iso.getTrackById(id).tkhd.flags & ENABLED) !== 0;
  return {
    codec: codecName(codec),
    channels: audio?.channel_count ?? 0,
    language: language === 'und' ? '' : language,
    title: '',
    isDefault,
  };
}

/** By its handler, because some audio codecs have unknown names. */
function isSound(iso: ISOFile, { id }: Track): boolean {
  return iso.getTrackById(id).mdia.hdlr.handler === 'soun';
}

interface TrackTimes {
  window: EditWindow;
  samples: Sample[];
  /** Start of the first shown sample, and end of the last one. */
  begin: number;
  end: number;
}

function timesOf(iso: ISOFile, track: Track, scale: number): TrackTimes | undefined {
  const window = editWindow(track.edits, scale, track.timescale);
  const samples = iso.getTrackSamplesInfo(track.id);
  if (!window) return undefined;
  const isAudio = isSound(iso, track);
  if (samples.length === 0) return isAudio && track.duration > 0 ? timesOfSound(track, window) : undefined;
  let [begin, end] = [Number.POSITIVE_INFINITY, 0];
  let [length, last] = [0, 0];
  for (const [i, sample] of samples.entries()) {
    const time = timeOf(sample, window);
    const duration =
      (i === samples.length - 1 ? lastDuration(iso, track.id, sample) : sample.duration) / sample.timescale;
    const until = time + duration;
    // Part of an audio sample can be played; a video frame is shown from its start or not at all.
    const hasPart = isAudio && until > window.start && time < window.end;
    if (!hasPart && !isSeen(time, window)) continue;
    begin = Math.min(begin, Math.max(time, window.start));
    end = Math.max(end, Math.min(window.end, until));
    length += duration;
    last = Math.max(last, time);
  }
  // Durations belong to the order of decoding: with reordered frames of uneven length, only their sum is right.
  const isWhole = !isAudio && begin + length > last;
  return { window, samples, begin, end: isWhole ? Math.min(window.end, begin + length) : end };
}

/** Returns the stated duration of a track's last sample: the parser extends it to the end of the track. */
function lastDuration(iso: ISOFile, trackId: number, { duration }: Sample): number {
  const { sample_deltas: stated = [] } = iso.getTrackById(trackId).mdia.minf.stbl.stts ?? {};
  return Math.min(duration, stated.at(-1) || duration);
}

/** For audio without a sample list: samples fill its length. */
function timesOfSound({ duration, timescale }: Track, window: EditWindow): TrackTimes {
  const begin = Math.max(window.shift, window.start);
  return { window, samples: [], begin, end: Math.min(window.end, window.shift + duration / timescale) };
}

function timeOf({ cts, timescale }: Sample, { shift }: EditWindow): number {
  return cts / timescale + shift;
}

function isSeen(time: number, { start, end }: EditWindow): boolean {
  return time >= start - ROUNDING && time < end - ROUNDING;
}

function videoOf(
  file: FileBytes,
  iso: ISOFile,
  track: Track,
  times: TrackTimes,
  { origin, duration }: { origin: number; duration: number },
): Video | undefined {
  const { window } = times;
  const entries = new Set(times.samples.map((sample) => sample.description_index));
  const description = descriptionOf(iso, track.id);
  // A video whose codec changes is left to the browser's player.
  if (entries.size > 1 || description === undefined) return undefined;
  const samples = times.samples.map(
    (sample): FrameSample => ({
      offset: sample.offset,
      size: sample.size,
      time: timeOf(sample, window) - origin,
      isKey: sample.is_sync,
    }),
  );
  const shown = samples
    .map((_, index) => index)
    .filter((index) => isSeen((samples[index] as FrameSample).time + origin, window))
    .sort((a, b) => (samples[a] as FrameSample).time - (samples[b] as FrameSample).time);
  const look = lookOf(iso, track, description);
  if (shown.length === 0 || !isSide(look.width) || !isSide(look.height)) return undefined;
  return { file, ...look, samples, shown, duration };
}

function lookOf(iso: ISOFile, track: Track, description: Uint8Array | undefined) {
  const trak = iso.getTrackById(track.id);
  const { width = 0, height = 0 } = track.video ?? {};
  const pixels = trak.mdia.minf.stbl.stsd.entries[0] as { pasp?: { hSpacing: number; vSpacing: number } };
  const { hSpacing = 0, vSpacing = 0 } = pixels.pasp ?? {};
  const named = hSpacing > 0 && vSpacing > 0 ? hSpacing / vSpacing : undefined;
  const stated = track.track_height > 0 && height > 0 ? (track.track_width / track.track_height) * (height / width) : 1;
  const aspect = named ?? (Math.abs(stated - 1) > 0.01 ? stated : 1);
  const upright = { width: Math.max(1, Math.round(width * aspect)), height };
  const rotation = rotationOf(track.matrix);
  const size = rotation % 180 === 0 ? upright : { width: upright.height, height: upright.width };
  const config: VideoDecoderConfig = {
    // Browsers know H.264 by only one of its two names.
    codec: track.codec.replace(/^avc3/, 'avc1'),
    codedWidth: width,
    codedHeight: height,
    displayAspectWidth: upright.width,
    displayAspectHeight: upright.height,
    ...(description && description.length > 0 ? { description } : {}),
  };
  return { config: withColor(config, colorOf(iso, track.id), upright.width), ...size, rotation };
}

/** Returns the color that boxes next to the decoder's settings state. */
function colorOf(iso: ISOFile, trackId: number): StatedColor {
  const [entry] = iso.getTrackById(trackId).mdia.minf.stbl.stsd.entries as unknown as ColorBoxes[];
  const box = [entry?.colr, ...(entry?.colrs ?? [])].find((one) => one?.matrix_coefficients !== undefined);
  if (box) {
    const { colour_primaries: primaries, transfer_characteristics: transfer, matrix_coefficients: matrix } = box;
    return { primaries, transfer, matrix, fullRange: box.full_range_flag === 1 };
  }
  const { colourPrimaries, transferCharacteristics, matrixCoefficients, videoFullRangeFlag } = entry?.vpcC ?? {};
  return {
    ...{ primaries: colourPrimaries, transfer: transferCharacteristics, matrix: matrixCoefficients },
    fullRange: videoFullRangeFlag === 1,
  };
}

type ColorBox = Partial<
  Record<'colour_primaries' | 'transfer_characteristics' | 'matrix_coefficients' | 'full_range_flag', number>
>;

/** Fields of boxes of a video's sample entry, as mp4box reads them. */
interface ColorBoxes {
  colr?: ColorBox;
  colrs?: ColorBox[];
  vpcC?: Partial<
    Record<'colourPrimaries' | 'transferCharacteristics' | 'matrixCoefficients' | 'videoFullRangeFlag', number>
  >;
}

/** Returns the decoder's description from the file; empty for a codec that has it in its frames. */
function descriptionOf(iso: ISOFile, trackId: number): Uint8Array | undefined {
  const [entry] = iso.getTrackById(trackId).mdia.minf.stbl.stsd.entries as unknown as Record<string, Writable>[];
  if (!entry) return undefined;
  const box = entry.avcC ?? entry.hvcC ?? entry.av1C ?? entry.vpcC;
  if (!box) return undefined;
  // VP9 frames contain it.
  if (box === entry.vpcC) return new Uint8Array();
  const stream = new DataStream(undefined, 0, Endianness.BIG_ENDIAN);
  box.write(stream);
  return new Uint8Array(stream.buffer, BOX_HEAD);
}

/** Size and type of a box, in bytes. */
const BOX_HEAD = 8;

interface Writable {
  write(stream: DataStream): void;
}

/** Returns the rotation in multiples of 90°, as players do. The matrix has 16.16 fixed-point numbers. */
function rotationOf(matrix: ArrayLike<number>): Video['rotation'] {
  const turn = (Math.atan2(matrix[1] ?? 0, matrix[0] ?? 1) * 180) / Math.PI;
  return ((((Math.round(turn / 90) * 90) % 360) + 360) % 360) as Video['rotation'];
}

function paceOf(samples: readonly Sample[]): { fps: number; variableFrameRate: boolean } {
  const total = samples.reduce((sum, { duration, timescale }) => sum + duration / timescale, 0);
  if (samples.length === 0 || total <= 0) return { fps: 0, variableFrameRate: false };
  const mean = total / samples.length;
  // The last sample often has an arbitrary duration.
  const uneven = samples.slice(0, -1).some((s) => Math.abs(s.duration / s.timescale - mean) > UNEVEN * mean);
  return { fps: 1 / mean, variableFrameRate: uneven };
}
