import { environment } from '../../system/environment.ts';
import { probeLimits, runProcess } from '../../system/process.ts';
import { fileUrl, safeInput } from './safeInput.ts';

/** How ffprobe is asked. */
export interface ProbeRun {
  signal?: AbortSignal | undefined;
  /** Gets its answer as it comes; without it, the answer is collected. */
  onOutput?: ((text: string) => void) | undefined;
  /** What the file may be; default: one of unknown origin. */
  input?: readonly string[];
}

/**
 * Asks ffprobe about a file.
 * @param what options that say what it shows, and how.
 * @returns its answer, unless `onOutput` took it.
 * @throws ProcessError when it cannot be read; the signal's reason when aborted.
 */
export function runFfprobe(path: string, what: readonly string[], run: ProbeRun = {}): Promise<string> {
  const { signal, onOutput, input = safeInput } = run;
  const args = ['-v', 'error', ...input, ...what, fileUrl(path)];
  return runProcess(environment().ffprobe, args, { limits: probeLimits, signal, onOutput });
}
