import { interSamplePeak, REACH } from './betweenSamples.ts';

/**
 * Decodes audio and returns its true peak, in decibels of full scale; -Infinity for silence.
 * @param chunks in order. @param config of their decoder. @param signal aborts between two chunks.
 * @throws if they cannot be decoded; the signal's reason if aborted.
 */
export async function encodedPeak(
  chunks: readonly EncodedAudioChunk[],
  config: AudioDecoderConfig,
  signal: AbortSignal,
): Promise<number> {
  const meter = new PeakMeter();
  let failure: unknown;
  const decoder = new AudioDecoder({
    output: (data) => {
      for (let channel = 0; channel < data.numberOfChannels; channel += 1) {
        const samples = new Float32Array(data.numberOfFrames);
        data.copyTo(samples, { planeIndex: channel, format: 'f32-planar' });
        meter.add(channel, samples);
      }
      data.close();
    },
    error: (error) => {
      failure = error;
    },
  });
  try {
    decoder.configure(config);
    for (const chunk of chunks) {
      signal.throwIfAborted();
      if (failure) throw failure;
      decoder.decode(chunk);
      if (decoder.decodeQueueSize > MOST_QUEUED) await new Promise((resolve) => once(decoder, resolve));
    }
    await decoder.flush();
  } finally {
    if (decoder.state !== 'closed') decoder.close();
  }
  if (failure) throw failure;
  return meter.decibels;
}

/** Most chunks in the decoder's queue. */
const MOST_QUEUED = 16;

function once(decoder: AudioDecoder, done: (event: Event) => void): void {
  decoder.addEventListener('dequeue', done, { once: true });
}

/** Measures the true peak of audio in blocks. */
export class PeakMeter {
  /** Largest amplitude so far; 1 is full scale. */
  peak = 0;
  /** Last samples of each channel: the wave between them depends on those that follow. */
  readonly #last: Float32Array[] = [];

  /** Returns the peak so far, in decibels of full scale; −∞ for silence. */
  get decibels(): number {
    return 20 * Math.log10(this.peak);
  }

  /** Adds the next samples of a channel. */
  add(channel: number, samples: Float32Array): void {
    const before = this.#last[channel] ?? new Float32Array(2 * REACH);
    const all = new Float32Array(before.length + samples.length);
    all.set(before);
    all.set(samples, before.length);
    for (let i = REACH; i < all.length - REACH; i += 1) this.peak = Math.max(this.peak, interSamplePeak(all, i, 1));
    this.#last[channel] = all.slice(-2 * REACH);
  }
}
