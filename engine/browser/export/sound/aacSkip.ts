import { HERTZ } from '../../../timeline/soundtrack.ts';
import { runEncoder } from './runEncoder.ts';

/** Priming samples of most AAC encoders: one frame. */
const USUAL = 1024;
/** A larger result is considered wrong, in samples. */
const MOST = 4096;
/** Length of the trial, in samples. */
const TRIED = 9600;
/** Amplitude of a 1 kHz tone that is searched for, reached after some samples. */
const STRENGTH = 0.5;
const RISE = 4;

/**
 * Measures the priming samples of this browser's AAC encoder. Encoders differ (Windows 1024, macOS 2112) and browsers
 * do not report it, so a tone is encoded, decoded and located.
 */
export async function aacSkip(config: AudioEncoderConfig, signal: AbortSignal): Promise<number> {
  try {
    const chunks: EncodedAudioChunk[] = [];
    const tone = (count: number) => Float32Array.from({ length: count }, (_, i) => strengthAt(i));
    const mixer = { next: (count: number) => [tone(count), tone(count)] as [Tone, Tone] };
    const described = await runEncoder(mixer, TRIED, {
      config,
      signal,
      onChunk: (chunk) => chunks.push(chunk),
    });
    const skip = (await findTone(chunks, described)) - RISE;
    return skip >= 0 && skip <= MOST ? skip : USUAL;
  } catch {
    signal.throwIfAborted();
    return USUAL;
  }
}

type Tone = Float32Array<ArrayBuffer>;

function strengthAt(sample: number): number {
  return STRENGTH * Math.sin((2 * Math.PI * 1000 * sample) / HERTZ);
}

/** Returns the index of the first decoded sample with half the amplitude; negative if there is none. */
async function findTone(chunks: readonly EncodedAudioChunk[], described: AudioDecoderConfig): Promise<number> {
  let [found, at] = [-1, 0];
  let failure: unknown;
  const decoder = new AudioDecoder({
    output: (data) => {
      const samples = new Float32Array(data.numberOfFrames);
      data.copyTo(samples, { planeIndex: 0, format: 'f32-planar' });
      data.close();
      const first = samples.findIndex((value) => Math.abs(value) > STRENGTH / 2 - 0.01);
      if (found < 0 && first >= 0) found = at + first;
      at += samples.length;
    },
    error: (error) => {
      failure = error;
    },
  });
  try {
    decoder.configure(described);
    for (const chunk of chunks) decoder.decode(chunk);
    await decoder.flush();
  } finally {
    if (decoder.state !== 'closed') decoder.close();
  }
  if (failure) throw failure;
  return found;
}
