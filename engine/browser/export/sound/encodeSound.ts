import type { Quality } from '../../../project/output.ts';
import type { Project } from '../../../project/project.ts';
import { fpsOf } from '../../../timeline/frameRate.ts';
import { HERTZ } from '../../../timeline/soundtrack.ts';
import type { ExportJob } from '../job.ts';
import { type Bytes, bytesOf } from '../mp4/boxes.ts';
import { createByteShelf } from '../mp4/byteShelf.ts';
import { aacEntry, opusEntry, opusSkip } from '../mp4/sampleEntries.ts';
import type { EncodedSample, EncodedTrack } from '../mp4/track.ts';
import { aacSkip } from './aacSkip.ts';
import { decodeSounds } from './decodeSound.ts';
import { createSoundMixer, type SoundMixer } from './mix.ts';
import { findMastering } from './mixGain.ts';
import { runEncoder } from './runEncoder.ts';

/** Additional samples to encode at the end, because the decoder skips as many at the start. */
const TAIL = 4800;
/** Shares of the work that are done after decoding and tempo, and after measuring the loudness. */
const DECODED = 0.5;
const MEASURED = 0.7;

/**
 * Mixes and encodes all audible clips of a project.
 * @returns undefined if there are none. @throws Error with a sentence if this browser cannot.
 */
export async function encodeSound(
  job: ExportJob,
  onProgress: (ratio: number) => void,
): Promise<EncodedTrack | undefined> {
  const clips = await decodeSounds(job, (ratio) => onProgress(ratio * DECODED));
  if (clips.length === 0) return undefined;
  const config = await soundConfig(job.project.quality);
  if (!config) throw new Error('This browser cannot encode audio. Mute the project, or use the server.');
  const total = Math.round((job.frames / fpsOf(job.rate)) * HERTZ);
  const { signal } = job;
  const progressFrom = (from: number, to: number) => (ratio: number) => onProgress(from + ratio * (to - from));
  const target = loudnessOf(job.project);
  const mastering =
    target === undefined
      ? undefined
      : await findMastering(clips, total, target, { signal, onProgress: progressFrom(DECODED, MEASURED) });
  const mix = createSoundMixer(clips, mastering?.());
  return encodeMix(mix, total, config, {
    signal,
    onProgress: progressFrom(target === undefined ? DECODED : MEASURED, 1),
  });
}

/** Returns the target loudness, in LUFS. */
function loudnessOf({ output }: Project): number | undefined {
  return 'loudness' in output ? output.loudness : undefined;
}

/** AAC plays everywhere; Opus is the fallback if there is no AAC encoder. */
async function soundConfig(quality: Quality): Promise<AudioEncoderConfig | undefined> {
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
  mixer: SoundMixer,
  total: number,
  config: AudioEncoderConfig,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (ratio: number) => void },
): Promise<EncodedTrack> {
  const samples: EncodedSample[] = [];
  const shelf = createByteShelf();
  const collectChunk = (chunk: EncodedAudioChunk): void => {
    const data = new Uint8Array(chunk.byteLength);
    chunk.copyTo(data);
    shelf.add(data);
    samples.push(sampleOf(chunk));
  };
  const { description } = await runEncoder(mixer, total + TAIL, { config, signal, take: collectChunk, onProgress });
  if (!description) throw new Error('The audio encoder did not report its output format.');
  const skip = config.codec === 'opus' ? opusSkip(bytesOf(description)) : await aacSkip(config, signal);
  const entry = entryOf(config, bytesOf(description));
  const trimmed = withoutRest(samples, total + skip);
  const content = shelf.content();
  return { kind: 'audio', timescale: HERTZ, entry, samples: trimmed, content, skip, width: 0, height: 0 };
}

/** Returns the samples that begin before an end, in audio samples. */
function withoutRest(samples: readonly EncodedSample[], end: number): EncodedSample[] {
  let at = 0;
  return samples.filter(({ duration }) => {
    const isKept = at < end;
    at += duration;
    return isKept;
  });
}

function sampleOf(chunk: EncodedAudioChunk): EncodedSample {
  const duration = Math.round(((chunk.duration ?? 0) * HERTZ) / 1e6);
  return { size: chunk.byteLength, duration, offset: 0, isKey: true };
}

function entryOf({ codec, bitrate = 0 }: AudioEncoderConfig, description: Bytes): Bytes {
  return codec === 'opus' ? opusEntry(description) : aacEntry(description, 2, HERTZ, bitrate);
}
