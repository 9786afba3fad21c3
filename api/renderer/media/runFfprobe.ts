import { stat } from 'node:fs/promises';
import { environment } from '../../system/environment.ts';
import { type Limits, probeLimits } from '../../system/process.ts';
import { runSandboxed } from '../../system/sandbox.ts';
import { fileUrl, safeInput } from './safeInput.ts';

/** How much of a file a probe reads: its start, all of it, or all of it with decoding of audio. */
export type ProbeDepth = 'start' | 'whole' | 'decoded';

/** Minimum progress in bytes per second, on a slow disk with other load. */
const leastPace: Record<ProbeDepth, number> = { start: Number.POSITIVE_INFINITY, whole: 10_000_000, decoded: 500_000 };

/** Returns the limits of a probe; time grows with the size of the file. */
export async function probeLimitsOf(path: string, look: ProbeDepth): Promise<Limits> {
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

/** Options of an ffprobe run. */
export interface ProbeRun {
  signal?: AbortSignal | undefined;
  /** Receives the output as it arrives; without it, the output is collected. */
  onOutput?: ((text: string) => void) | undefined;
  /** Default: 'start'. */
  look?: ProbeDepth;
}

/**
 * Runs ffprobe on a file.
 * @param what options that select the output.
 * @returns its output, unless `onOutput` receives it.
 * @throws ProcessError if the file cannot be read; the signal's reason when aborted.
 */
export async function runFfprobe(path: string, what: readonly string[], run: ProbeRun = {}): Promise<string> {
  const { signal, onOutput, look = 'start' } = run;
  const limits = await probeLimitsOf(path, look);
  const args = ['-v', 'error', ...safeInput, ...what, fileUrl(path)];
  return runSandboxed(environment().ffprobe, args, { limits, signal, onOutput, onlyReads: true });
}
