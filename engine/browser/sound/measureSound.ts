import { PeakMeter, type Peaks } from '../../timeline/peaks.ts';
import { Bell } from '../bell.ts';
import { copiesNoSamples } from './copiesNoSamples.ts';
import type { SoundFile } from './soundFile.ts';

/** How many packets a decoder is given before it is waited for. */
const IN_HAND = 32;
/** A gap that is longer than this is silence, not a rounding of times, seconds. */
const GAP = 0.1;

/** How loud a sound is over its time, and how long it is. */
export interface MeasuredSound {
  peaks: Peaks;
  /** Seconds of the file at which it ends. */
  duration: number;
}

/**
 * Measures a sound packet by packet: memory does not grow with its length but for the peaks.
 * @param most seconds; a longer one is given up. @returns undefined for one that this browser does not decode by packets.
 * @throws the signal's reason when it is stopped.
 */
export async function measureSound(
  sound: SoundFile,
  most: number,
  signal: AbortSignal,
): Promise<MeasuredSound | 'long' | undefined> {
  const { decoder } = sound;
  if (typeof decoder === 'function') return measurePlain(sound, decoder, most, signal);
  if (!('AudioDecoder' in globalThis) || copiesNoSamples()) return undefined;
  const { supported } = await AudioDecoder.isConfigSupported(decoder).catch(() => ({ supported: false }));
  return supported ? measureCoded(sound, decoder, most, signal) : undefined;
}

async function measurePlain(
  { rate, packets }: SoundFile,
  decode: (data: Uint8Array<ArrayBuffer>) => Float32Array[],
  most: number,
  signal: AbortSignal,
): Promise<MeasuredSound | 'long' | undefined> {
  const meter = new PeakMeter();
  let end = 0;
  for await (const { data, time } of packets()) {
    signal.throwIfAborted();
    if (time > most) return 'long';
    const channels = decode(data);
    const first = Math.round(time * rate);
    meter.add({ channels, rate }, first);
    end = first + (channels[0]?.length ?? 0);
  }
  return end > 0 ? { peaks: meter.peaks, duration: end / rate } : undefined;
}

async function measureCoded(
  sound: SoundFile,
  config: AudioDecoderConfig,
  most: number,
  signal: AbortSignal,
): Promise<MeasuredSound | 'long' | undefined> {
  const bell = new Bell();
  const meter = new DecodedMeter();
  let failure: unknown;
  const decoder = new AudioDecoder({
    output: (data) => meter.add(data),
    error: (error) => {
      failure = error;
      bell.ring();
    },
  });
  decoder.addEventListener('dequeue', () => bell.ring());
  try {
    decoder.configure(config);
    let origin: number | undefined;
    for await (const { data, time } of sound.packets()) {
      signal.throwIfAborted();
      if (time > most) return 'long';
      // Decoders do not keep times below 0.
      origin ??= time;
      meter.origin = origin;
      while (decoder.decodeQueueSize >= IN_HAND && !failure) await bell.next();
      if (failure) break;
      const timestamp = Math.round((time - origin) * 1e6);
      decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp, data }));
    }
    if (!failure) await decoder.flush();
  } catch (error) {
    signal.throwIfAborted();
    failure = error;
  } finally {
    if (decoder.state !== 'closed') decoder.close();
  }
  // What breaks off is drawn as far as it goes.
  return meter.duration > 0 ? { peaks: meter.peaks, duration: meter.duration } : undefined;
}

/** Measures what a decoder gives, and lets go of it. */
class DecodedMeter {
  /** Seconds of the file at which time stamps count from 0. */
  origin = 0;
  readonly #meter = new PeakMeter();
  #samples = new Float32Array();
  /** Where the next sample is expected, seconds after the origin. */
  #next = 0;

  get peaks(): Peaks {
    return this.#meter.peaks;
  }

  get duration(): number {
    return this.#next + this.origin;
  }

  add(data: AudioData): void {
    const { numberOfFrames, numberOfChannels, sampleRate: rate, timestamp } = data;
    const stamp = timestamp / 1e6;
    const start = Math.abs(stamp - this.#next) > GAP ? stamp : this.#next;
    if (this.#samples.length < numberOfFrames * numberOfChannels) {
      this.#samples = new Float32Array(numberOfFrames * numberOfChannels);
    }
    const channels = Array.from({ length: numberOfChannels }, (_, planeIndex) => {
      const from = planeIndex * numberOfFrames;
      const samples = this.#samples.subarray(from, from + numberOfFrames);
      data.copyTo(samples, { planeIndex, format: 'f32-planar' });
      return samples;
    });
    data.close();
    this.#meter.add({ channels, rate }, Math.round((start + this.origin) * rate));
    this.#next = start + numberOfFrames / rate;
  }
}
