import { runFfprobe } from './runFfprobe.ts';

/** A coded picture of a file, as its container tells of it. */
export interface CodedPicture {
  /** When it is shown, seconds from the start of the file. */
  time: number;
  isKey: boolean;
  /** It is in the file, but not to be shown. */
  isHidden: boolean;
}

/** The coded pictures of a file, and what one must know of their codec to copy them. */
export interface CodedVideo {
  /** Such as "High"; '' where the codec has none. */
  profile: string;
  /** Whether all pictures are whole frames. */
  isProgressive: boolean;
  /** Whether the decoder is told something new on the way. */
  changes: boolean;
  /** In the order in which they are decoded. */
  pictures: CodedPicture[];
}

const picture = ['-select_streams', 'V:0'];

/** Reading begins so much before what is wanted, and goes on so much after it, seconds: pictures are stored out of order. */
const margin = { before: 1, after: 3 };

/**
 * Reads what a file's container tells of the coded pictures of its video, from the key frame before a stretch to its
 * end. Nothing is decoded.
 * @param stretch seconds from the start of the file, where its clock says `startTime`.
 * @throws ProcessError when it cannot be read; the signal's reason when aborted.
 */
export async function readCodedVideo(
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
 * Reads what the decoder of a file's video is told before the first picture; of H.264 in MP4 and Matroska an `avcC` record.
 * @throws ProcessError when it cannot be read; the signal's reason when aborted.
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

/** Bytes of lines such as "00000010: 2ad9 0078 0227  *..x.'": a place, groups of digits, letters. */
function bytesOfDump(dump: string): Uint8Array {
  const digits = dump.split('\n').map((line) => /^[\da-f]{8}: ((?:[\da-f]{2,4} )+)/.exec(line)?.[1] ?? '');
  return Uint8Array.from(Buffer.from(digits.join('').replaceAll(' ', ''), 'hex'));
}
