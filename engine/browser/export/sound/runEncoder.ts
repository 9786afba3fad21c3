import { HERTZ } from '../../../timeline/soundtrack.ts';
import type { SoundMixer } from './mix.ts';

/** Samples mixed at a time. */
const PIECE = HERTZ / 2;
/** Most blocks in the encoder's queue. */
const IN_HAND = 8;

/** Options of encoding audio. */
export interface EncoderRun {
  config: AudioEncoderConfig;
  signal: AbortSignal;
  /** Receives the encoded chunks, in order. */
  onChunk(chunk: EncodedAudioChunk): void;
  /** Receives the progress, 0 to 1. */
  onProgress?(ratio: number): void;
}

/**
 * Encodes a number of samples of a mix, at HERTZ, in stereo. @returns the decoder configuration.
 * @throws if the encoder fails; the signal's reason if aborted.
 */
export async function runEncoder(
  mixer: SoundMixer,
  count: number,
  { config, signal, onChunk, onProgress }: EncoderRun,
): Promise<AudioDecoderConfig> {
  let described: AudioDecoderConfig | undefined;
  let failure: unknown;
  let wake = (): void => {};
  const encoder = new AudioEncoder({
    output: (chunk, metadata) => {
      described ??= metadata?.decoderConfig;
      onChunk(chunk);
      wake();
    },
    error: (error) => {
      failure = error;
      wake();
    },
  });
  // A timer would be throttled in hidden tabs.
  encoder.addEventListener('dequeue', () => wake());
  try {
    encoder.configure(config);
    for (let at = 0; at < count; at += PIECE) {
      signal.throwIfAborted();
      if (failure) throw failure;
      encoder.encode(pieceOf(mixer, at, Math.min(PIECE, count - at)));
      while (encoder.encodeQueueSize > IN_HAND && !failure) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      onProgress?.(Math.min(1, (at + PIECE) / count));
    }
    await encoder.flush();
  } finally {
    if (encoder.state !== 'closed') encoder.close();
  }
  if (failure || !described) throw failure ?? new Error('The audio encoder produced no output.');
  return described;
}

function pieceOf(mixer: SoundMixer, at: number, count: number): AudioData {
  const [left, right] = mixer.next(count);
  const data = new Float32Array(2 * count);
  data.set(left);
  data.set(right, count);
  const timestamp = Math.round((at * 1e6) / HERTZ);
  return new AudioData({
    format: 'f32-planar',
    sampleRate: HERTZ,
    numberOfFrames: count,
    numberOfChannels: 2,
    timestamp,
    data,
  });
}
