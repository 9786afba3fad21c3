import { runFfprobe } from './runFfprobe.ts';

/** What the packets of a file say of it. Seconds. */
export interface PacketFacts {
  /** Where they begin and end, as the container counts. */
  start: number;
  end: number;
  /** How far apart key frames of the picture are at most; infinite where packets have no times. */
  keyDistance: number;
  /** When the frames of the picture begin, as the container counts, in order. */
  frameTimes: number[];
}

/**
 * Reads through all packets of a file, without decoding them: exact where a container says nothing of its length, or
 * only what its bit rate lets guess. Packets without a time follow each other.
 * @throws ProcessError when it cannot be read; the signal's reason when aborted.
 */
export async function readPackets(path: string, signal: AbortSignal | undefined): Promise<PacketFacts> {
  let [start, end, untimed] = [Number.POSITIVE_INFINITY, 0, 0];
  let [lastKey, keyDistance, hasLengths] = [Number.NaN, 0, false];
  const frameTimes: number[] = [];
  await eachLine(
    path,
    ['-show_entries', 'packet=codec_type,pts_time,dts_time,duration_time,flags'],
    signal,
    (fields) => {
      const [kind, at, decodedAt, length, flags = ''] = fields;
      const time = Number(at);
      const lasts = Math.max(0, Number(length) || 0);
      if (Number.isFinite(time)) {
        start = Math.min(start, time);
        end = Math.max(end, time + lasts);
      } else untimed += lasts;
      if (kind !== 'video') return;
      hasLengths ||= lasts > 0;
      const place = Number.isFinite(time) ? time : Number(decodedAt);
      frameTimes.push(place);
      if (Number.isNaN(place)) keyDistance = Number.POSITIVE_INFINITY;
      if (place - lastKey > keyDistance) keyDistance = place - lastKey;
      if (flags.startsWith('K') || Number.isNaN(lastKey)) lastKey = place;
    },
  );
  frameTimes.sort((a, b) => a - b);
  const [before = 0, last = 0] = frameTimes.slice(-2);
  // The last frame of a container without lengths of frames lasts as long as the one before it.
  if (!hasLengths && frameTimes.length > 1 && Number.isFinite(last)) end = Math.max(end, last + last - before);
  if (!Number.isFinite(start)) return { start: 0, end: untimed, keyDistance, frameTimes };
  return { start, end: Math.max(end, start + untimed), keyDistance, frameTimes };
}

/**
 * When the first frames of a file's picture begin, as the container counts, in order.
 * @param given.most so many are read. @param given.stretch as ffprobe reads an interval: the first from the key frame before it; default: the file.
 * @throws as readPackets.
 */
export async function readFrameTimes(
  path: string,
  { most, stretch }: { most: number; stretch?: string },
  signal: AbortSignal | undefined,
): Promise<number[]> {
  const times: number[] = [];
  // Decoded in another order than they are shown, the last ones may not be all that begin before them.
  const some = ['-select_streams', 'V:0', '-read_intervals', stretch ?? `%+#${most + reordered}`];
  await eachLine(path, [...some, '-show_entries', 'packet=pts_time,dts_time'], signal, ([at, decodedAt]) => {
    const time = Number(at);
    times.push(Number.isFinite(time) ? time : Number(decodedAt));
  });
  return times.sort((a, b) => a - b).slice(0, most);
}

/** How many frames at most are decoded before one that is shown before them, in any codec. */
const reordered = 32;

/**
 * Where the packets of a file end, as its container counts; without what a decoder of audio leaves out at the end.
 * @param given.from seconds near which reading begins. @param given.stream index of the stream to read; default: all.
 * @param given.hertz samples a second of its audio. @throws as readPackets.
 */
export async function readEnd(
  path: string,
  { from, stream, hertz = 0 }: { from: number; stream?: string; hertz?: number },
  signal: AbortSignal | undefined,
): Promise<number> {
  let end = from;
  const some = stream === undefined ? [] : ['-select_streams', stream];
  const entries = 'packet=pts_time,duration_time:packet_side_data=skip_samples,discard_padding';
  const what = [...some, '-read_intervals', `${from.toFixed(6)}%`, '-show_entries', entries];
  let discarded = 0;
  await eachLine(path, what, signal, ([at, length, , discard]) => {
    const over = (Number(at) || 0) + Math.max(0, Number(length) || 0);
    if (over < end) return;
    end = over;
    discarded = hertz > 0 ? Math.max(0, Number(discard) || 0) / hertz : 0;
  });
  return end - discarded;
}

/** Runs ffprobe and gives each line of its answer, as fields. */
async function eachLine(
  path: string,
  what: readonly string[],
  signal: AbortSignal | undefined,
  onLine: (fields: string[]) => void,
): Promise<void> {
  let rest = '';
  const onOutput = (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines.filter(Boolean)) onLine(line.split(','));
  };
  await runFfprobe(path, [...what, '-of', 'csv=p=0'], { signal, onOutput, look: 'whole' });
}
