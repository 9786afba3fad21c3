import { ProblemError, problem } from '../../../engine/project/problems.ts';
import type { Command } from './command.ts';

/** A run of ffmpeg without progress for this long is stopped. Far above the slowest frame and the move of a large file’s header. Seconds. */
export const STALL_SECONDS = 300;

/** No audio is longer: progress beyond it is that of a graph that never ends. Seconds. */
const longestAudio = 12 * 3600;

/** Watches the progress of one run. */
export interface StallWatch {
  /** Aborts, with a ProblemError render.stalled, when there was no progress for too long. */
  signal: AbortSignal;
  /** Reads what ffmpeg’s -progress prints. */
  read(text: string): void;
  close(): void;
}

/**
 * Starts to watch a run. Only frames and audio that are wanted count as progress: an endless graph makes more of them.
 * @param seconds without progress after which the run is stopped.
 */
export function watchForStall({ kind, frames }: Pick<Command, 'kind' | 'frames'>, seconds: number): StallWatch {
  const stopping = new AbortController();
  const stop = () => {
    const message = 'The render made no progress and was stopped. Please try again.';
    stopping.abort(new ProblemError([problem('render.stalled', [], message)]));
  };
  const start = () => setTimeout(stop, seconds * 1000);
  let timer = start();
  let highest = 0;
  const isAudio = kind === 'sound';
  const most = isAudio ? longestAudio * 1e6 : frames || Number.POSITIVE_INFINITY;
  return {
    signal: stopping.signal,
    read(text) {
      const last = [...text.matchAll(isAudio ? /^out_time_us=(\d+)$/gm : /^frame=\s*(\d+)$/gm)].at(-1);
      const reached = Math.min(most, Number(last?.[1] ?? 0));
      if (reached <= highest) return;
      highest = reached;
      clearTimeout(timer);
      timer = start();
    },
    close: () => clearTimeout(timer),
  };
}
