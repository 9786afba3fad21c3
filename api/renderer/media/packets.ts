import { runFfprobe } from './runFfprobe.ts';

/** What the packets of a file declare, in seconds. */
export interface PacketFacts {
  /** Start and end, in container time. */
  start: number;
  end: number;
  /** Largest distance between key frames; infinite if packets have no times. */
  keyDistance: number;
  /** Start of each video frame in container time, ascending. */
  frameTimes: number[];
}

/**
 * Reads all packets of a file without decoding them: exact where a container declares no length, or only a guess from
 * the bit rate. Packets without times are counted as consecutive.
 * @throws ProcessError if the file cannot be read; the signal's reason when aborted.
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
  // If the container has no frame durations, the last frame lasts as long as the one before it.
  if (!hasLengths && frameTimes.length > 1 && Number.isFinite(last)) end = Math.max(end, last + last - before);
  if (!Number.isFinite(start)) return { start: 0, end: untimed, keyDistance, frameTimes };
  return { start, end: Math.max(end, start + untimed), keyDistance, frameTimes };
}

/**
 * Returns the start times of the first video frames in container time, ascending.
 * @param options.most maximum number. @param given.stretch a read interval of ffprobe, from the key frame before it;
 * default:
 * the whole file.
 * @throws like readPackets.
 */
export async function readFrameTimes(
  path: string,
  { most, stretch }: { most: number; stretch?: string },
  signal: AbortSignal | undefined,
): Promise<number[]> {
  const times: number[] = [];
  // Frames are decoded out of order, so frames after the last one read may precede it.
  const some = ['-select_streams', 'V:0', '-read_intervals', stretch ?? `%+#${most + reordered}`];
  await eachLine(path, [...some, '-show_entries', 'packet=pts_time,dts_time'], signal, ([at, decodedAt]) => {
    const time = Number(at);
    times.push(Number.isFinite(time) ? time : Number(decodedAt));
  });
  return times.sort((a, b) => a - b).slice(0, most);
}

/** Maximum number of frames decoded before a frame that is displayed earlier, in any codec. */
const reordered = 32;

/**
 * Returns the end of a file's packets in container time, and how much of it the audio decoder discards, in seconds.
 * @param options.from seconds near which reading starts. @param given.stream index of the stream; default: all.
 * @param options.hertz sample rate of its audio. @throws like readPackets.
 */
export async function readEnd(
  path: string,
  { from, stream, hertz = 0 }: { from: number; stream?: string; hertz?: number },
  signal: AbortSignal | undefined,
): Promise<{ end: number; discarded: number }> {
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
  return { end, discarded };
}

/** Runs ffprobe and passes each line of its output as fields. */
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
