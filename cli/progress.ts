import { type Options, SingleBar } from 'cli-progress';

/** Shows the progress of one task on stderr. */
export interface ProgressView {
  /** @param ratio 0 to 1. @param text current activity. */
  update(ratio: number, text: string): void;
  stop(): void;
}

const options: Options = {
  stream: process.stderr,
  format: '{bar} {percentage}% {title}{text}',
  barsize: 30,
  hideCursor: true,
  clearOnComplete: true,
  // If stderr is not a terminal, print a plain line every two seconds.
  noTTYOutput: true,
  notTTYSchedule: 2000,
  // The program handles signals itself.
  gracefulExit: false,
};

/** Starts a progress bar. @param title stands before the text; '' for none. */
export function createProgress(title = ''): ProgressView {
  const bar = new SingleBar(options);
  const shown = title ? `${title}: ` : '';
  bar.start(100, 0, { title: shown, text: 'Starting' });
  return {
    // Whole percents, so that no line repeats.
    update: (ratio, text) => bar.update(Math.floor(ratio * 100), { title: shown, text }),
    stop: () => bar.stop(),
  };
}
