import type { Output, OutputFormat } from '../plan/plan.ts';
import { mp4Encoding, splitOptions } from './ffmpegArgs.ts';
import { isMono, usualCrf, usualSoundRate } from './usualRates.ts';

type PictureOptions = Pick<Output, 'format' | 'quality' | 'pixels' | 'alpha' | 'parameterSet' | 'crf'>;
type SoundOptions = Pick<Output, 'quality' | 'soundRate'>;

/** Encoding of a format. */
export interface OutputRecipe {
  mime: string;
  /** video: frames and audio; animation: frames; image: one painted frame; audio: audio only. */
  kind: 'video' | 'animation' | 'image' | 'audio';
  /** Options of the video encoder. */
  video?: (output: PictureOptions) => string[];
  audio?: (output: SoundOptions) => string[];
  /** Options of the container. */
  container?: readonly string[];
}

/** VP9, fast enough for an interactive tool: cpu-used ranges from 0, the slowest, to 8. */
function vp9Encoding({ quality, alpha, crf = usualCrf('webm', quality) }: PictureOptions): string[] {
  const pace = { fast: 8, standard: 6, high: 4 }[quality];
  const color = '-color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range tv';
  // Frames that are never displayed have no alpha plane.
  const pixels = alpha ? '-pix_fmt yuva420p -auto-alt-ref 0' : '-pix_fmt yuv420p';
  return splitOptions(
    `-c:v libvpx-vp9 -crf ${crf} -b:v 0 -deadline good -cpu-used ${pace} -row-mt 1 -g 240 ${pixels} ${color}`,
  );
}

/** ProRes 4444: the codec with alpha that editors read in a MOV. */
const proresEncoding = splitOptions(
  '-c:v prores_ks -profile:v 4444 -vendor apl0 -alpha_bits 16 -pix_fmt yuva444p10le -color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range tv',
);

/** Whether a video is encoded as ProRes: a MOV with alpha, which H.264 does not have. */
export function isProres({ format, alpha }: Pick<Output, 'format' | 'alpha'>): boolean {
  return format === 'mov' && alpha === true;
}

/** Whether a video is encoded as H.264. */
export function isH264(output: Pick<Output, 'format' | 'alpha'>): boolean {
  return (output.format === 'mp4' || output.format === 'mov') && !isProres(output);
}

const kilobits = (codec: string, format: OutputFormat) => (output: SoundOptions) => {
  const { quality, soundRate = usualSoundRate(format, quality) } = output;
  return splitOptions(`-c:a ${codec} -b:a ${soundRate}k -ar 48000 -ac ${isMono(soundRate) ? 1 : 2}`);
};

const h264 = { kind: 'video', video: mp4Encoding, audio: kilobits('aac', 'mp4') } as const;

/** Encoding of each format. To add a format, add a line here and an extension to the project's output. */
export const outputRecipes: Record<OutputFormat, OutputRecipe> = {
  mp4: { ...h264, mime: 'video/mp4', container: splitOptions('-movflags +faststart -f mp4') },
  mov: {
    ...h264,
    mime: 'video/quicktime',
    video: (output) => (isProres(output) ? proresEncoding : mp4Encoding(output)),
    container: splitOptions('-movflags +faststart -f mov'),
  },
  webm: {
    mime: 'video/webm',
    kind: 'video',
    video: vp9Encoding,
    audio: kilobits('libopus', 'webm'),
    container: splitOptions('-f webm'),
  },
  gif: { mime: 'image/gif', kind: 'animation', container: splitOptions('-f gif') },
  'animated-webp': { mime: 'image/webp', kind: 'animation', container: splitOptions('-f webp') },
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
