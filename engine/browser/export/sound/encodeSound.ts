import { perSecond } from '../../../timeline/frameRate.ts';
import type { ExportJob } from '../job.ts';
import type { Bytes } from '../mp4/boxes.ts';
import { createByteShelf } from '../mp4/byteShelf.ts';
import { aacEntry, opusEntry, opusSkip } from '../mp4/sampleEntries.ts';
import type { EncodedSample, EncodedTrack } from '../mp4/track.ts';
import { decodeSounds } from './decodeSound.ts';
import { createMixer, HERTZ, type Mixer } from './mix.ts';

/** How much is mixed at a time, samples. */
const PIECE = HERTZ / 2;
/** How many pieces wait in the encoder. */
const IN_HAND = 8;
/** What an encoder of AAC puts before the first sample that it is given: one frame. */
const AAC_SKIP = 1024;
/** Is encoded after the end, because the decoder leaves as much out at the start; samples. */
const TAIL = 4800;

/**
 * Mixes and encodes everything that is heard in a project.
 * @returns undefined when nothing is. @throws Error with a sentence where this browser cannot.
 */
export async function encodeSound(
  job: ExportJob,
  onProgress: (ratio: number) => void,
): Promise<EncodedTrack | undefined> {
  const clips = await decodeSounds(job);
  if (clips.length === 0) return undefined;
  const config = await soundConfig(job.project.quality);
  if (!config) throw new Error('This browser cannot encode sound. Mute the project, or let the server make it.');
  const total = Math.round((job.frames / perSecond(job.rate)) * HERTZ);
  return encodeMix(createMixer(clips), total, config, { signal: job.signal, onProgress });
}

/** AAC plays everywhere; where there is no encoder for it, Opus. */
async function soundConfig(quality: 'standard' | 'high'): Promise<AudioEncoderConfig | undefined> {
  if (!('AudioEncoder' in globalThis)) return undefined;
  const bitrate = quality === 'high' ? 192_000 : 128_000;
  for (const codec of ['mp4a.40.2', 'opus']) {
    const config = { codec, sampleRate: HERTZ, numberOfChannels: 2, bitrate };
    const { supported } = await AudioEncoder.isConfigSupported(config).catch(() => ({ supported: false }));
    if (supported) return config;
  }
  return undefined;
}

async function encodeMix(
  mixer: Mixer,
  total: number,
  config: AudioEncoderConfig,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (ratio: number) => void },
): Promise<EncodedTrack> {
  const samples: EncodedSample[] = [];
  const shelf = createByteShelf();
  let described: AudioDecoderConfig | undefined;
  let failure: unknown;
  const encoder = new AudioEncoder({
    output: (chunk, metadata) => {
      described ??= metadata?.decoderConfig;
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      shelf.add(data);
      samples.push(sampleOf(chunk));
    },
    error: (error) => {
      failure = error;
    },
  });
  try {
    encoder.configure(config);
    for (let at = 0; at < total + TAIL; at += PIECE) {
      signal.throwIfAborted();
      if (failure) throw failure;
      encoder.encode(pieceOf(mixer, at, Math.min(PIECE, total + TAIL - at)));
      while (encoder.encodeQueueSize > IN_HAND && !failure) await new Promise((wait) => setTimeout(wait));
      onProgress(Math.min(1, (at + PIECE) / total));
    }
    await encoder.flush();
  } finally {
    if (encoder.state !== 'closed') encoder.close();
  }
  if (failure || !described?.description) throw failure ?? new Error('The encoder of sound gave nothing.');
  const skip = config.codec === 'opus' ? opusSkip(bytesOf(described.description)) : AAC_SKIP;
  const entry = entryOf(config, bytesOf(described.description));
  const heard = withoutRest(samples, total + skip);
  const content = shelf.content();
  return { kind: 'audio', timescale: HERTZ, entry, samples: heard, content, skip, width: 0, height: 0 };
}

/** The pieces that are heard until an end, in samples. */
function withoutRest(samples: readonly EncodedSample[], end: number): EncodedSample[] {
  let at = 0;
  return samples.filter(({ duration }) => {
    const isHeard = at < end;
    at += duration;
    return isHeard;
  });
}

function pieceOf(mixer: Mixer, at: number, count: number): AudioData {
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

function sampleOf(chunk: EncodedAudioChunk): EncodedSample {
  const duration = Math.round(((chunk.duration ?? 0) * HERTZ) / 1e6);
  return { size: chunk.byteLength, duration, offset: 0, isKey: true };
}

function entryOf({ codec, bitrate = 0 }: AudioEncoderConfig, description: Bytes): Bytes {
  return codec === 'opus' ? opusEntry(description) : aacEntry(description, 2, HERTZ, bitrate);
}

function bytesOf(source: AllowSharedBufferSource): Bytes {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice()
    : new Uint8Array(source).slice();
}
