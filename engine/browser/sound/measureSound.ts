import { PeakMeter, type Peaks } from '../../timeline/peaks.ts';
import { WakeUp } from '../wakeUp.ts';
import { crashesOnAudioCopy } from './copiesNoSamples.ts';
import type { SoundFile } from './soundFile.ts';

/** Most packets in the decoder's queue. */
const IN_HAND = 32;
/** A longer gap is silence, not rounding, in seconds. */
const GAP = 0.1;

/** Peaks and length of audio. */
export interface MeasuredSound {
  peaks: Peaks;
  /** End of the audio, in seconds of the file. */
  duration: number;
}

/**
 * Measures audio packet by packet: memory does not grow with its length, except for the peaks.
 * @param most seconds; longer audio is rejected. @returns undefined if this browser cannot decode it by packets.
 * @throws the signal's reason if aborted.
 */
export async function measureSound(
  sound: SoundFile,
  most: number,
  signal: AbortSignal,
): Promise<MeasuredSound | 'long' | undefined> {
  const { decoder } = sound;
  if (typeof decoder === 'function') return measurePlain(sound, decoder, most, signal);
  if (!('AudioDecoder' in globalThis) || crashesOnAudioCopy()) return undefined;
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
  const bell = new WakeUp();
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
      // Decoders do not preserve negative timestamps.
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
  // Truncated audio is measured as far as it goes.
  return meter.duration > 0 ? { peaks: meter.peaks, duration: meter.duration } : undefined;
}

/** Measures decoded audio and releases it. */
class DecodedMeter {
  /** Seconds of the file at timestamp 0. */
  origin = 0;
  readonly #meter = new PeakMeter();
  #samples = new Float32Array();
  /** Expected time of the next sample, in seconds after the origin. */
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
