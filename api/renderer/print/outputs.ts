import type { Output, OutputFormat } from '../plan/plan.ts';
import { splitOptions } from './ffmpegArgs.ts';
import { isMono, usualSoundRate } from './usualRates.ts';
import { videoEncoding } from './videoEncoding.ts';

type SoundOptions = Pick<Output, 'quality' | 'soundRate'>;

/** Encoding of a format. */
export interface OutputRecipe {
  mime: string;
  /** video: frames and audio; animation: frames; image: one painted frame; audio: audio only. */
  kind: 'video' | 'animation' | 'image' | 'audio';
  /** Options of the video encoder. */
  video?: (output: Output) => string[];
  audio?: (output: SoundOptions) => string[];
  /** Options of the container. */
  container?: readonly string[];
}

const kilobits = (codec: string, format: OutputFormat) => (output: SoundOptions) => {
  const { quality, soundRate = usualSoundRate(format, quality) } = output;
  return splitOptions(`-c:a ${codec} -b:a ${soundRate}k -ar 48000 -ac ${isMono(soundRate) ? 1 : 2}`);
};

const withAac = { kind: 'video', video: videoEncoding, audio: kilobits('aac', 'mp4') } as const;

/** Encoding of each format. To add a format, add a line here and an extension to the project's output. */
export const outputRecipes: Record<OutputFormat, OutputRecipe> = {
  mp4: { ...withAac, mime: 'video/mp4', container: splitOptions('-movflags +faststart -f mp4') },
  mov: {
    ...withAac,
    mime: 'video/quicktime',
    container: splitOptions('-movflags +faststart -f mov'),
  },
  webm: {
    mime: 'video/webm',
    kind: 'video',
    video: videoEncoding,
    audio: kilobits('libopus', 'webm'),
    container: splitOptions('-f webm'),
  },
  gif: { mime: 'image/gif', kind: 'animation', container: splitOptions('-f gif') },
  'animated-webp': { mime: 'image/webp', kind: 'animation', container: splitOptions('-f webp') },
  apng: { mime: 'image/apng', kind: 'animation', container: splitOptions('-f apng') },
  // Numbered PNG files.
  zip: { mime: 'application/zip', kind: 'animation', container: splitOptions('-f image2') },
  png: { mime: 'image/png', kind: 'image' },
  jpg: { mime: 'image/jpeg', kind: 'image' },
  webp: { mime: 'image/webp', kind: 'image' },
  mp3: { mime: 'audio/mpeg', kind: 'audio', audio: kilobits('libmp3lame', 'mp3'), container: splitOptions('-f mp3') },
  m4a: {
    mime: 'audio/mp4',
    kind: 'audio',
    audio: kilobits('aac', 'm4a'),
    container: splitOptions('-movflags +faststart -f ipod'),
  },
  wav: {
    mime: 'audio/wav',
    kind: 'audio',
    audio: () => splitOptions('-c:a pcm_s16le -ar 48000 -ac 2'),
    container: splitOptions('-f wav'),
  },
  // The same samples as a WAV.
  flac: {
    mime: 'audio/flac',
    kind: 'audio',
    audio: () => splitOptions('-c:a flac -sample_fmt s16 -ar 48000 -ac 2'),
    container: splitOptions('-f flac'),
  },
  opus: { mime: 'audio/ogg', kind: 'audio', audio: kilobits('libopus', 'opus'), container: splitOptions('-f opus') },
};
