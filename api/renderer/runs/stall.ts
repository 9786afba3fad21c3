import { ProblemError, problem } from '../../../engine/project/problems.ts';
import type { Command } from './command.ts';

/**
 * Seconds without progress after which an ffmpeg run is stopped: far longer than the slowest frame or moving a large
 * file's header.
 */
export const STALL_SECONDS = 300;

/** Longer than any audio: progress beyond it means a graph that never ends. In seconds. */
const longestAudio = 12 * 3600;

/** Watches the progress of a run. */
export interface StallWatch {
  /** Aborts with ProblemError render.stalled after too long without progress. */
  signal: AbortSignal;
  /** Parses the output of ffmpeg's -progress. */
  read(text: string): void;
  close(): void;
}

/**
 * Starts watching a run. Only expected frames and audio count as progress, because an endless graph produces more.
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
