import { lineReader } from '../../system/lineReader.ts';
import { runFfmpeg } from '../../system/sandbox.ts';
import { limitsOfLook } from './runFfprobe.ts';
import { fileUrl, safeInput } from './safeInput.ts';

/**
 * What a sound becomes on the way that changes its channels or its rate of samples: '' where it changes neither, "narrow"
 * where it never has more than two channels, else "wide".
 */
export type ChangingSound = '' | 'narrow' | 'wide';

/** How ffmpeg tells what a graph of filters is begun with; it begins a new one at each change. */
const begun = /samplerate:(\d+) chlayout:([^\n]*)/g;

/** How ffmpeg names one and two channels. */
const narrow = /^(mono|stereo|[12] channels)/;

/**
 * How an audio track changes on the way, and how long it is, seconds. Decodes all of it; where that fails, it does not change.
 * @param track its index.
 */
export async function changingSoundOf(
  path: string,
  track: number,
  signal: AbortSignal | undefined,
): Promise<{ changing: ChangingSound; isNarrow: boolean; seconds: number; isWhole: boolean }> {
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
    // A line that is not whole yet is read again.
    rest = rest.slice(rest.lastIndexOf('\n') + 1);
  };
  const read = ['-nostdin', '-nostats', '-v', 'verbose', '-max_error_rate', '1', ...safeInput, '-i', fileUrl(path)];
  // What times its packets have is no matter: of joined files they begin anew.
  const counted = ['-c:a', 'pcm_u8', '-ac', '1', '-ar', String(countedHertz), '-f', 'framecrc', '-'];
  const args = [...read, '-map', `0:a:${track}`, ...counted];
  const limits = await limitsOfLook(path, 'decoded');
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

/** So many samples a second are enough to know how long a sound is. */
const countedHertz = 8000;
