import { lineReader } from '../../system/lineReader.ts';
import { runFfmpeg } from '../../system/sandbox.ts';
import { probeLimitsOf } from './runFfprobe.ts';
import { fileUrl, safeInput } from './safeInput.ts';

/**
 * Whether an audio track changes its channels or sample rate midway: '' if neither, "narrow" if it never has more than
 * two channels, else "wide".
 */
export type AudioChanges = '' | 'narrow' | 'wide';

/** How ffmpeg logs the input of a filter graph. It configures a new graph at each change. */
const begun = /samplerate:(\d+) chlayout:([^\n]*)/g;

/** ffmpeg's names of one- and two-channel layouts. */
const narrow = /^(mono|stereo|[12] channels)/;

/**
 * Decodes an audio track to find how it changes, and its length in seconds. If decoding fails, it counts as unchanging.
 * @param track its index.
 */
export async function audioChangesOf(
  path: string,
  track: number,
  signal: AbortSignal | undefined,
): Promise<{ changing: AudioChanges; isNarrow: boolean; seconds: number; isWhole: boolean }> {
  const kinds = new Set<string>();
  let [samples, isWhole] = [0, true];
  const countSamples = lineReader((line) => {
    const [stream, , , length] = line.split(',');
    if (stream === '0') samples += Number(length);
  });
  let rest = '';
  const onLog = (text: string) => {
    rest += text;
    for (const [, hertz, layout] of rest.matchAll(begun)) kinds.add(`${layout?.trim()} ${hertz}`);
    // An incomplete line stays for the next read.
    rest = rest.slice(rest.lastIndexOf('\n') + 1);
  };
  const read = ['-nostdin', '-nostats', '-v', 'verbose', '-max_error_rate', '1', ...safeInput, '-i', fileUrl(path)];
  // Timestamps do not matter: those of joined files start again.
  const counted = ['-c:a', 'pcm_u8', '-ac', '1', '-ar', String(countedHertz), '-f', 'framecrc', '-'];
  const args = [...read, '-map', `0:a:${track}`, ...counted];
  const limits = await probeLimitsOf(path, 'decoded');
  await runFfmpeg(args, { limits, signal, onOutput: countSamples, onErrorOutput: onLog }).catch(() => {
    signal?.throwIfAborted();
    isWhole = false;
  });
  const isNarrow = [...kinds].every((kind) => narrow.test(kind));
  return {
    changing: kinds.size < 2 ? '' : isNarrow ? 'narrow' : 'wide',
    isNarrow,
    seconds: samples / countedHertz,
    isWhole,
  };
}

/** A sample rate that is sufficient to measure a length. */
const countedHertz = 8000;
