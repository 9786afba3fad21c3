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
  let [lastKey, keyDistance] = [Number.NaN, 0];
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
      const place = Number.isFinite(time) ? time : Number(decodedAt);
      frameTimes.push(place);
      if (Number.isNaN(place)) keyDistance = Number.POSITIVE_INFINITY;
      if (place - lastKey > keyDistance) keyDistance = place - lastKey;
      if (flags.startsWith('K') || Number.isNaN(lastKey)) lastKey = place;
    },
  );
  frameTimes.sort((a, b) => a - b);
  if (!Number.isFinite(start)) return { start: 0, end: untimed, keyDistance, frameTimes };
  return { start, end: Math.max(end, start + untimed), keyDistance, frameTimes };
}

/** Whether the number of channels of a file's first sound changes on the way. Decodes all of it; where that fails, it does not. */
export async function soundChanges(path: string, signal: AbortSignal | undefined): Promise<boolean> {
  const channels = new Set<string>();
  const what = ['-select_streams', 'a:0', '-show_entries', 'frame=channels'];
  await eachLine(path, what, signal, ([count]) => count && channels.add(count)).catch(() => signal?.throwIfAborted());
  return channels.size > 1;
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
  await runFfprobe(path, [...what, '-of', 'csv=p=0'], { signal, onOutput });
}
