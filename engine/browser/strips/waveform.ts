import { measurePeaks, PEAKS_PER_SECOND, type Peaks } from '../../timeline/peaks.ts';
import { audioKey } from '../../timeline/soundtrack.ts';
import { bytesAt, type FileBytes } from '../frames/fileBytes.ts';
import { inSlices } from '../inSlices.ts';
import { measureByElement } from '../media/measureElement.ts';
import { measureSound } from '../sound/measureSound.ts';
import { readSound } from '../sound/readSound.ts';

/** State of a file's waveform. none: no audio, or not readable by this browser; long: too long to draw. */
export type WaveState = 'ready' | 'none' | 'missing' | 'long';

/** The waveform of a file. */
export interface Wave {
  state: WaveState;
  /** Empty unless ready. */
  peaks: Peaks;
  /** Length of the audio in seconds; 0 unless ready. */
  duration: number;
}

/** Waveforms of files. Each file is read once. */
export interface Waveforms {
  /** What is there already. */
  waveOf(url: string, audioTrack?: number): Wave | undefined;
  /**
   * Reads the waveform of a file; failures are reported by its state. @param signal ends the request; reading stops
   * when no request remains. @param duration of the file in seconds, if known.
   * @returns undefined if aborted.
   */
  read(url: string, duration: number | undefined, signal: AbortSignal, audioTrack?: number): Promise<Wave | undefined>;
  /** Forgets that a file was missing or could not be read: it has arrived or has moved. */
  refresh(url: string, audioTrack?: number): void;
}

/** Options of waveforms. */
export interface WaveformsOptions {
  /** Address that an audio track of a file can be read from now; undefined while it is missing. */
  urlOf(url: string, audioTrack?: number): string | undefined;
  /**
   * Peaks that others have measured; undefined where there are none. @param duration of the file where it is known, seconds.
   */
  peaksOf?(
    url: string,
    duration: number,
    signal: AbortSignal,
    audioTrack?: number,
  ): Promise<Peaks | undefined> | undefined;
}

/** Most cached files, each 6 kB a minute. */
const KEPT = 40;
/** Longest audio that is drawn, in seconds: it is read in chunks with constant memory. */
const MOST_SECONDS = 4 * 3600;
/** Sample rate for decoding whole files: enough for peaks, with a third of the memory. */
const RATE = 16_000;
/** Longest audio and largest file to decode as a whole if chunks are not possible: in seconds (290 MB) and bytes. */
const WHOLE = { seconds: 600, bytes: 128 << 20 };

const nothing = (state: WaveState): Wave => ({ state, peaks: new Uint8Array(), duration: 0 });

interface Reading {
  ending: AbortController;
  wave: Promise<Wave | undefined>;
  wishes: number;
}

/** Creates empty waveforms. Files are read and decoded in chunks. */
export function createWaveforms({ urlOf, peaksOf }: WaveformsOptions): Waveforms {
  const known = new Map<string, Wave>();
  const readings = new Map<string, Reading>();
  const begin = (url: string, duration: number, audioTrack?: number): Reading => {
    const key = audioKey({ url, audioTrack });
    const ending = new AbortController();
    const own = (signal: AbortSignal) => readWave(urlOf(url, audioTrack), duration, signal);
    const loadPeaks = (signal: AbortSignal) => peaksOf?.(url, duration, signal, audioTrack)?.catch(() => undefined);
    const wave = eitherWave(own, loadPeaks, ending.signal).then((found) => {
      if (readings.get(key)?.ending === ending) readings.delete(key);
      if (found) known.set(key, found);
      for (const [oldest] of known) if (known.size > KEPT) known.delete(oldest);
      return found;
    });
    const reading = { ending, wave, wishes: 0 };
    readings.set(key, reading);
    return reading;
  };
  return {
    waveOf: (url, audioTrack) => known.get(audioKey({ url, audioTrack })),
    async read(url, duration = 0, signal, audioTrack) {
      const key = audioKey({ url, audioTrack });
      const found = duration > MOST_SECONDS ? nothing('long') : known.get(key);
      if (found || signal.aborted) return signal.aborted ? undefined : found;
      const reading = readings.get(key) ?? begin(url, duration, audioTrack);
      reading.wishes += 1;
      const leave = () => {
        reading.wishes -= 1;
        if (reading.wishes > 0) return;
        reading.ending.abort();
        if (readings.get(key) === reading) readings.delete(key);
      };
      signal.addEventListener('abort', leave, { once: true });
      const wave = await reading.wave;
      signal.removeEventListener('abort', leave);
      return signal.aborted ? undefined : wave;
    },
    refresh(url, audioTrack) {
      const key = audioKey({ url, audioTrack });
      if (known.get(key)?.state !== 'ready') known.delete(key);
    },
  };
}

/** Reads a waveform and uses the precomputed one if that is faster. */
async function eitherWave(
  own: (signal: AbortSignal) => Promise<Wave | undefined>,
  loadPeaks: (signal: AbortSignal) => Promise<Peaks | undefined> | undefined,
  signal: AbortSignal,
): Promise<Wave | undefined> {
  const ending = new AbortController();
  const both = AbortSignal.any([signal, ending.signal]);
  const peaks = loadPeaks(both);
  if (!peaks) return own(signal);
  const reading = own(both);
  const asWave = (found: Peaks | undefined): Wave | undefined =>
    found && { state: 'ready', peaks: found, duration: found.length / PEAKS_PER_SECOND };
  const taken = peaks.then((found) => asWave(found) ?? reading);
  // If this browser cannot read it, the precomputed one may still arrive.
  const read = reading.then((found) => (found?.state === 'ready' ? found : peaks.then((it) => asWave(it) ?? found)));
  return Promise.race([taken, read]).finally(() => ending.abort());
}

/** @param duration in seconds; 0: unknown. */
async function readWave(address: string | undefined, duration: number, signal: AbortSignal): Promise<Wave | undefined> {
  if (address === undefined) return nothing('missing');
  try {
    const file = await bytesAt(address, signal);
    if (!file || file === 'large') return nothing(file ? 'long' : 'missing');
    const sound = await readSound(file, signal);
    const found = sound && (await measureSound(sound, MOST_SECONDS, signal));
    if (found === 'long') return nothing('long');
    if (found) return { state: 'ready', ...found };
    const length = duration || ((await measureByElement(address, 'audio', signal))?.duration ?? 0);
    signal.throwIfAborted();
    return await readWhole(file, length, signal);
  } catch {
    return signal.aborted ? undefined : nothing('missing');
  }
}

async function readWhole(file: FileBytes, length: number, signal: AbortSignal): Promise<Wave> {
  if (length > WHOLE.seconds || file.size > WHOLE.bytes) return nothing('long');
  // Files of unknown length may be decodable, but also too long.
  const sound = length > 0 ? await decode(await file.slice(0, file.size).arrayBuffer()) : undefined;
  signal.throwIfAborted();
  if (!sound) return nothing('none');
  const channels = Array.from({ length: sound.numberOfChannels }, (_, channel) => sound.getChannelData(channel));
  const peaks = await inSlices(measurePeaks({ channels, rate: sound.sampleRate }), signal);
  return { state: 'ready', peaks, duration: sound.duration };
}

/** @returns undefined for a file without audio, or of a type that this browser cannot read. */
function decode(data: ArrayBuffer): Promise<AudioBuffer | undefined> {
  // The browser resamples to the context's rate; its channel count does not matter.
  return new OfflineAudioContext(1, 1, RATE).decodeAudioData(data).catch(() => undefined);
}
