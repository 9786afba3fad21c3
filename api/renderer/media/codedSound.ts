import { runFfprobe } from './runFfprobe.ts';

/** An encoded audio packet as described by its container, in units of the stream's clock. */
export interface SoundPacket {
  /** Start, relative to the start of the file. */
  at: number;
  length: number;
  /** The packet is decoded but not played. */
  isHidden: boolean;
  /** Whether side data instructs the decoder, for example to skip samples or to change parameters. */
  isMarked: boolean;
}

/** The encoded audio of a file. */
export interface CodedSound {
  /** Such as "LC"; '' if the codec has no profiles. */
  profile: string;
  hertz: number;
  channels: number;
  /** Unit of its clock, as a fraction of a second: "1/48000". */
  tick: string;
  packets: SoundPacket[];
}

/** Extra seconds that are read before and after the requested span. */
const margin = 1;

/**
 * Reads what a container declares about the audio packets in and around a span. Decodes nothing.
 * @param stretch span in seconds from the start of the file, where its clock is `startTime`; `track` is the audio
 * track's index.
 * @throws ProcessError if the file cannot be read; the signal's reason when aborted.
 */
export async function readAudioPackets(
  path: string,
  { from, to, startTime, track }: { from: number; to: number; startTime: number; track: number },
  signal: AbortSignal | undefined,
): Promise<CodedSound> {
  // Decoder preroll precedes the start of a file, and a seek to the start would skip it.
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

/** Ticks per second. */
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
