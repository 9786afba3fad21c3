import { environment } from '../../system/environment.ts';
import { probeLimits, runProcess } from '../../system/process.ts';
import { fileUrl, safeInput } from './safeInput.ts';

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
  /** What the decoder is told before the first picture; of H.264 in MP4 and Matroska an `avcC` record. */
  header: Uint8Array;
  /** In the order in which they are decoded. */
  pictures: CodedPicture[];
}

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
  const entries = 'stream=profile,field_order,extradata';
  const facts = JSON.parse(
    await ffprobe(path, ['-show_entries', entries, '-show_data', '-of', 'json'], signal),
  ) as Facts;
  const [first, last] = [Math.max(0, from - margin.before), to + margin.after].map((t) => (t + startTime).toFixed(6));
  const interval = ['-read_intervals', `${first}%${last}`];
  const what = ['-show_entries', 'packet=pts_time,flags:packet_side_data=side_data_type', '-of', 'csv=p=0'];
  const text = await ffprobe(path, [...interval, ...what], signal);
  const { profile = '', field_order = 'unknown', extradata = '' } = facts.streams?.[0] ?? {};
  return {
    profile: profile === 'unknown' ? '' : profile,
    isProgressive: field_order === 'progressive' || field_order === 'unknown',
    changes: /New Extradata/i.test(text),
    header: bytesOfDump(extradata),
    pictures: text
      .split('\n')
      .filter(Boolean)
      .map((line) => pictureOf(line, startTime)),
  };
}

interface Facts {
  streams?: { profile?: string; field_order?: string; extradata?: string }[];
}

function ffprobe(path: string, what: readonly string[], signal: AbortSignal | undefined): Promise<string> {
  const args = ['-v', 'error', ...safeInput, '-select_streams', 'V:0', ...what, fileUrl(path)];
  return runProcess(environment().ffprobe, args, { limits: probeLimits, signal });
}

/** A line such as "1.001000,K__". */
function pictureOf(line: string, startTime: number): CodedPicture {
  const [time, flags = ''] = line.split(',');
  return { time: Number(time) - startTime, isKey: flags.startsWith('K'), isHidden: flags.includes('D') };
}

/** Bytes of lines such as "00000010: 2ad9 0078 0227  *..x.'": a place, groups of digits, letters. */
function bytesOfDump(dump: string): Uint8Array {
  const digits = dump.split('\n').map((line) => /^[\da-f]{8}: ((?:[\da-f]{2,4} )+)/.exec(line)?.[1] ?? '');
  return Uint8Array.from(Buffer.from(digits.join('').replaceAll(' ', ''), 'hex'));
}
