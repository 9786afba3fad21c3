import { stat } from 'node:fs/promises';
import { environment } from '../../system/environment.ts';
import { type Limits, probeLimits } from '../../system/process.ts';
import { runLocked } from '../../system/sandbox.ts';
import { fileUrl, safeInput } from './safeInput.ts';

/** How much of a file a look at it may have to read: what it begins with, all of it, or all of it and decode its sound. */
export type Look = 'start' | 'whole' | 'decoded';

/** Bytes of a file that are looked at in a second at least, on a slow disk beside other work. */
const leastPace: Record<Look, number> = { start: Number.POSITIVE_INFINITY, whole: 10_000_000, decoded: 500_000 };

/** The limits of a look at a file; time grows with the file. */
export async function limitsOfLook(path: string, look: Look): Promise<Limits> {
  const size =
    look === 'start'
      ? 0
      : await stat(path).then(
          (info) => info.size,
          () => 0,
        );
  const wallSeconds = probeLimits.wallSeconds + size / leastPace[look];
  return { ...probeLimits, wallSeconds, cpuSeconds: Math.ceil(2 * wallSeconds) };
}

/** How ffprobe is asked. */
export interface ProbeRun {
  signal?: AbortSignal | undefined;
  /** Gets its answer as it comes; without it, the answer is collected. */
  onOutput?: ((text: string) => void) | undefined;
  /** Default: it reads what the file begins with. */
  look?: Look;
}

/**
 * Asks ffprobe about a file.
 * @param what options that say what it shows, and how.
 * @returns its answer, unless `onOutput` took it.
 * @throws ProcessError when it cannot be read; the signal's reason when aborted.
 */
export async function runFfprobe(path: string, what: readonly string[], run: ProbeRun = {}): Promise<string> {
  const { signal, onOutput, look = 'start' } = run;
  const limits = await limitsOfLook(path, look);
  const args = ['-v', 'error', ...safeInput, ...what, fileUrl(path)];
  return runLocked(environment().ffprobe, args, { limits, signal, onOutput, onlyReads: true });
}
