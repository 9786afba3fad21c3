import { environment } from '../../system/environment.ts';
import { runProcess } from '../../system/process.ts';
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

/** How a file's first sound changes on the way. Decodes all of it; where that fails, it does not change. */
export async function changingSoundOf(path: string, signal: AbortSignal | undefined): Promise<ChangingSound> {
  const kinds = new Set<string>();
  let rest = '';
  const onLog = (text: string) => {
    rest += text;
    for (const [, hertz, layout] of rest.matchAll(begun)) kinds.add(`${layout?.trim()} ${hertz}`);
    // A line that is not whole yet is read again.
    rest = rest.slice(rest.lastIndexOf('\n') + 1);
  };
  const read = ['-nostdin', '-nostats', '-v', 'verbose', '-max_error_rate', '1', ...safeInput, '-i', fileUrl(path)];
  const args = [...read, '-map', '0:a:0', '-f', 'null', '-'];
  const limits = await limitsOfLook(path, 'decoded');
  await runProcess(environment().ffmpeg, args, { limits, signal, onErrorOutput: onLog }).catch(() =>
    signal?.throwIfAborted(),
  );
  if (kinds.size < 2) return '';
  return [...kinds].every((kind) => narrow.test(kind)) ? 'narrow' : 'wide';
}
