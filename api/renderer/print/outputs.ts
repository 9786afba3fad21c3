import type { Output, OutputFormat } from '../plan/plan.ts';
import { aacEncoding, mp4Encoding, words } from './ffmpegArgs.ts';

/** What a format needs. */
export interface OutputRecipe {
  mime: string;
  /** video: pictures with sound; gif: pictures; image: one picture, painted; audio: sound. */
  kind: 'video' | 'gif' | 'image' | 'audio';
  /** Options of the encoder of pictures, and of that of sound, by quality. */
  video?: (output: Pick<Output, 'quality' | 'pixels' | 'parameterSet'>) => string[];
  audio?: (output: Pick<Output, 'quality'>) => string[];
  /** Options of the container. */
  container?: readonly string[];
}

/** VP9, quick enough for an interactive tool: cpu-used 0 to 8, the slowest first. */
function vp9Encoding({ quality }: Pick<Output, 'quality'>): string[] {
  const [crf, pace] = { fast: [33, 8], standard: [33, 6], high: [24, 4] }[quality];
  const color = '-color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range tv';
  return words(
    `-c:v libvpx-vp9 -crf ${crf} -b:v 0 -deadline good -cpu-used ${pace} -row-mt 1 -g 240 -pix_fmt yuv420p ${color}`,
  );
}

const kilobits = (codec: string, high: number, standard: number) => (output: Pick<Output, 'quality'>) =>
  words(`-c:a ${codec} -b:a ${output.quality === 'high' ? high : standard}k -ar 48000 -ac 2`);

const h264 = { kind: 'video', video: mp4Encoding, audio: aacEncoding } as const;

/** What each format needs; a new format is a line here and an ending in the project's output. */
export const outputRecipes: Record<OutputFormat, OutputRecipe> = {
  mp4: { ...h264, mime: 'video/mp4', container: words('-movflags +faststart -f mp4') },
  mov: { ...h264, mime: 'video/quicktime', container: words('-movflags +faststart -f mov') },
  webm: {
    mime: 'video/webm',
    kind: 'video',
    video: vp9Encoding,
    audio: kilobits('libopus', 160, 96),
    container: words('-f webm'),
  },
  gif: { mime: 'image/gif', kind: 'gif', container: words('-loop 0 -f gif') },
  png: { mime: 'image/png', kind: 'image' },
  jpg: { mime: 'image/jpeg', kind: 'image' },
  webp: { mime: 'image/webp', kind: 'image' },
  mp3: { mime: 'audio/mpeg', kind: 'audio', audio: kilobits('libmp3lame', 192, 128), container: words('-f mp3') },
  m4a: { mime: 'audio/mp4', kind: 'audio', audio: aacEncoding, container: words('-movflags +faststart -f ipod') },
  wav: {
    mime: 'audio/wav',
    kind: 'audio',
    audio: () => words('-c:a pcm_s16le -ar 48000 -ac 2'),
    container: words('-f wav'),
  },
};
