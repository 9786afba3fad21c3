import { runFfprobe } from './runFfprobe.ts';

/** An encoded frame as described by its container. */
export interface CodedPicture {
  /** Presentation time, in seconds from the start of the file. */
  time: number;
  isKey: boolean;
  /** The frame is decoded but not displayed. */
  isHidden: boolean;
}

/** The encoded frames of a file, and codec properties that matter for copying them. */
export interface CodedVideo {
  /** Such as "High"; '' if the codec has no profiles. */
  profile: string;
  /** Whether no frame is interlaced. */
  isProgressive: boolean;
  /** Whether decoder headers change midway. */
  changes: boolean;
  /** In decoding order. */
  pictures: CodedPicture[];
}

const picture = ['-select_streams', 'V:0'];

/** Extra seconds that are read before and after the requested span, because frames are stored out of order. */
const margin = { before: 1, after: 3 };

/**
 * Reads what a container declares about encoded video frames, from the key frame before a span to its end. Decodes
 * nothing.
 * @param stretch span in seconds from the start of the file, where its clock is `startTime`.
 * @throws ProcessError if the file cannot be read; the signal's reason when aborted.
 */
export async function readVideoPackets(
  path: string,
  { from, to, startTime }: { from: number; to: number; startTime: number },
  signal: AbortSignal | undefined,
): Promise<CodedVideo> {
  const [first, last] = [Math.max(0, from - margin.before), to + margin.after].map((t) => (t + startTime).toFixed(6));
  const entries = 'stream=profile,field_order:packet=pts_time,flags:packet_side_data=side_data_type';
  const what = [...picture, '-read_intervals', `${first}%${last}`, '-show_entries', entries, '-of', 'csv'];
  const lines = (await runFfprobe(path, what, { signal, look: 'whole' })).split('\n').map((line) => line.split(','));
  const [, profile = '', order = 'unknown'] = lines.find(([kind]) => kind === 'stream') ?? [];
  return {
    profile: profile === 'unknown' ? '' : profile,
    isProgressive: order === 'progressive' || order === 'unknown',
    changes: lines.some((fields) => fields.some((field) => /New Extradata/i.test(field))),
    pictures: lines.filter(([kind]) => kind === 'packet').map((fields) => pictureOf(fields, startTime)),
  };
}

/**
 * Reads the decoder configuration of a file's video; for H.264 in MP4 and Matroska, an `avcC` record.
 * @throws ProcessError if the file cannot be read; the signal's reason when aborted.
 */
export async function readDecoderHeader(path: string, signal: AbortSignal | undefined): Promise<Uint8Array> {
  const what = [...picture, '-show_entries', 'stream=extradata', '-show_data', '-of', 'json'];
  const { streams = [] } = JSON.parse(await runFfprobe(path, what, { signal })) as {
    streams?: { extradata?: string }[];
  };
  return bytesOfDump(streams[0]?.extradata ?? '');
}

/** Fields such as "packet", "1.001000", "K__". */
function pictureOf([, time, flags = '']: readonly string[], startTime: number): CodedPicture {
  return { time: Number(time) - startTime, isKey: flags.startsWith('K'), isHidden: flags.includes('D') };
}

/** Parses lines such as "00000010: 2ad9 0078 0227  *..x.'": an offset, hex digits, text. */
function bytesOfDump(dump: string): Uint8Array {
  const digits = dump.split('\n').map((line) => /^[\da-f]{8}: ((?:[\da-f]{2,4} )+)/.exec(line)?.[1] ?? '');
  return Uint8Array.from(Buffer.from(digits.join('').replaceAll(' ', ''), 'hex'));
}
