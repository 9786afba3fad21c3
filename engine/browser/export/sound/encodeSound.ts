import type { Quality } from '../../../project/output.ts';
import type { Project } from '../../../project/project.ts';
import { fpsOf } from '../../../timeline/frameRate.ts';
import { limitStepper, MOST_ENCODED_AGAIN, NEAR_FULL_SCALE, NEAR_PEAK, TRUE_PEAK } from '../../../timeline/loudness.ts';
import { HERTZ } from '../../../timeline/soundtrack.ts';
import type { ExportJob } from '../job.ts';
import { type Bytes, bytesOf } from '../mp4/boxes.ts';
import { createByteShelf } from '../mp4/byteShelf.ts';
import type { EncodedSample, EncodedTrack } from '../mp4/encodedTrack.ts';
import { aacEntry, opusEntry, opusSkip } from '../mp4/sampleEntries.ts';
import { aacSkip } from './aacSkip.ts';
import { decodeSounds } from './decodeSound.ts';
import { encodedPeak, PeakMeter } from './encodedPeak.ts';
import { createSoundMixer, type Mastering, mayExceed, type ProcessedClip, type SoundMixer } from './mix.ts';
import { findMastering, masteringOf } from './mixGain.ts';
import { runEncoder } from './runEncoder.ts';

/** Additional samples to encode at the end, because the decoder skips as many at the start. */
const TAIL = 4800;
/** Share of the work that is done after decoding and tempo; and of the rest, after measuring the loudness. */
const DECODED = 0.5;
const MEASURED = 0.4;

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
  return encodeBelowPeak(clips, total, config, {
    target: loudnessOf(job.project),
    signal: job.signal,
    onProgress: (ratio) => onProgress(DECODED + ratio * (1 - DECODED)),
  });
}

interface PeakOptions {
  /** LUFS; undefined: the loudness stays. */
  target: number | undefined;
  signal: AbortSignal;
  onProgress: (ratio: number) => void;
}

/**
 * Encodes a mix so that it stays below its largest true peak as the renderer does: a lossy encoder raises peaks, so the
 * limit is lowered by the measured excess and the mix is encoded again. Without a target, soft audio is not measured,
 * and a single sound keeps its own peak.
 */
async function encodeBelowPeak(
  clips: readonly ProcessedClip[],
  total: number,
  config: AudioEncoderConfig,
  { target, signal, onProgress }: PeakOptions,
): Promise<EncodedTrack> {
  const mixed = new PeakMeter();
  let nextCeiling: ((over: number) => number) | undefined;
  let ceiling: number | undefined;
  for (let round = 0; ; round += 1) {
    const mastering = await masteringWith(ceiling);
    const mixer = createSoundMixer(clips, mastering);
    const mix = target === undefined && round === 0 ? metered(mixer, mixed) : mixer;
    const { track, chunks, decoder } = await encodeMix(mix, total, config, {
      signal,
      onProgress: (ratio) => onProgress(target === undefined ? ratio : MEASURED + (1 - MEASURED) * ratio),
    });
    const isMeasured = target === undefined ? mixed.decibels >= NEAR_FULL_SCALE : mastering !== undefined;
    if (!isMeasured || round === MOST_ENCODED_AGAIN) return track;
    const { most, accepted, first } = limitsOf(clips, target, mixed.decibels);
    const over = (await encodedPeak(chunks, decoder, signal)) - most;
    if (over <= accepted) return track;
    nextCeiling ??= limitStepper(first);
    ceiling = nextCeiling(over);
  }

  async function masteringWith(ceiling: number | undefined): Promise<Mastering | undefined> {
    if (target === undefined) return ceiling === undefined ? undefined : masteringOf(0, ceiling);
    const told = (ratio: number) => onProgress(ratio * MEASURED);
    return findMastering(clips, total, { target, ceiling, signal, onProgress: told });
  }
}

/**
 * Returns the largest true peak of encoded audio, how much it may be exceeded, and the first limit, in decibels.
 * @param own true peak of the mix.
 */
function limitsOf(clips: readonly ProcessedClip[], target: number | undefined, own: number) {
  if (target !== undefined) return { most: TRUE_PEAK, accepted: NEAR_PEAK, first: TRUE_PEAK };
  const most = mayExceed(clips) ? 0 : Math.max(0, own);
  // The limit stays a little below the largest peak.
  return { most, accepted: 0, first: most - NEAR_PEAK };
}

/** Returns a mixer whose audio is also measured. */
function metered(mixer: SoundMixer, meter: PeakMeter): SoundMixer {
  return {
    next(count) {
      const sides = mixer.next(count);
      for (const [channel, samples] of sides.entries()) meter.add(channel, samples);
      return sides;
    },
  };
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
): Promise<{ track: EncodedTrack; chunks: EncodedAudioChunk[]; decoder: AudioDecoderConfig }> {
  const chunks: EncodedAudioChunk[] = [];
  const samples: EncodedSample[] = [];
  const shelf = createByteShelf();
  const collectChunk = (chunk: EncodedAudioChunk): void => {
    const data = new Uint8Array(chunk.byteLength);
    chunk.copyTo(data);
    shelf.add(data);
    samples.push(sampleOf(chunk));
    chunks.push(chunk);
  };
  const decoder = await runEncoder(mixer, total + TAIL, { config, signal, onChunk: collectChunk, onProgress });
  const { description } = decoder;
  if (!description) throw new Error('The audio encoder did not report its output format.');
  const skip = config.codec === 'opus' ? opusSkip(bytesOf(description)) : await aacSkip(config, signal);
  const entry = entryOf(config, bytesOf(description));
  const trimmed = withoutRest(samples, total + skip);
  const content = shelf.content();
  const track = {
    kind: 'audio',
    timescale: HERTZ,
    entry,
    samples: trimmed,
    content,
    skip,
    width: 0,
    height: 0,
  } as const;
  return { track, chunks, decoder };
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
