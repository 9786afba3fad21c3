import { runFfprobe } from './runFfprobe.ts';

/** A coded packet of a sound, as its container tells of it. In units of the stream's clock. */
export interface SoundPacket {
  /** When it begins, from the start of the file. */
  at: number;
  length: number;
  /** It is in the file, but not to be heard. */
  isHidden: boolean;
  /** Whether a decoder is told more than its bytes: to leave samples out, or that the stream goes on otherwise. */
  isMarked: boolean;
}

/** The coded sound of a file. */
export interface CodedSound {
  /** Such as "LC"; '' where the codec has none. */
  profile: string;
  hertz: number;
  channels: number;
  /** A unit of its clock, seconds as a fraction: "1/48000". */
  tick: string;
  packets: SoundPacket[];
}

/** Reading begins so much before what is wanted, and goes on so much after it, seconds. */
const margin = 1;

/**
 * Reads what a file's container tells of the coded packets of its sound in a stretch, and around it. Nothing is decoded.
 * @param stretch seconds from the start of the file, where its clock says `startTime`; `track` is the index of the audio track.
 * @throws ProcessError when it cannot be read; the signal's reason when aborted.
 */
export async function readCodedSound(
  path: string,
  { from, to, startTime, track }: { from: number; to: number; startTime: number; track: number },
  signal: AbortSignal | undefined,
): Promise<CodedSound> {
  // What a decoder needs before the start of a file has times before it, which a seek to it would leave out.
  const first = from > margin ? (from - margin + startTime).toFixed(6) : '';
  const entries =
    'format=start_time:stream=profile,sample_rate,channels,time_base:packet=pts,duration,flags:packet_side_data=side_data_type';
  const what = ['-read_intervals', `${first}%${(to + margin + startTime).toFixed(6)}`, '-show_entries', entries];
  const text = await runFfprobe(path, ['-select_streams', `a:${track}`, ...what, '-of', 'csv'], {
    signal,
    look: 'whole',
  });
  const lines = text.split('\n').map((line) => line.split(','));
  const [, profile = '', hertz, channels, tick = ''] = lines.find(([kind]) => kind === 'stream') ?? [];
  const [, startsAt] = lines.find(([kind]) => kind === 'format') ?? [];
  const start = Math.round((Number(startsAt) || 0) * perTick(tick));
  return {
    profile: profile === 'unknown' ? '' : profile,
    hertz: Number(hertz),
    channels: Number(channels),
    tick,
    packets: lines.filter(([kind]) => kind === 'packet').map((fields) => packetOf(fields, start)),
  };
}

/** Units of a clock in a second. */
function perTick(tick: string): number {
  const [count, per] = tick.split('/').map(Number) as [number, number];
  return per / count;
}

/** Fields such as "packet", "-1024", "1024", "K_D", "Skip Samples". */
function packetOf([, at, length, flags = '', ...marks]: readonly string[], start: number): SoundPacket {
  return {
    at: Number(at) - start,
    length: Number(length),
    isHidden: flags.includes('D'),
    isMarked: marks.some(Boolean),
  };
}
