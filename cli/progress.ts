import { type Options, SingleBar } from 'cli-progress';

/** Shows how far one piece of work is, on standard error. */
export interface ProgressView {
  /** @param ratio 0 to 1. @param text what happens now. */
  update(ratio: number, text: string): void;
  stop(): void;
}

const options: Options = {
  stream: process.stderr,
  format: '{bar} {percentage}% {title}{text}',
  barsize: 30,
  hideCursor: true,
  clearOnComplete: true,
  // Where standard error is no terminal, a plain line every two seconds.
  noTTYOutput: true,
  notTTYSchedule: 2000,
  // Signals are the program's own business.
  gracefulExit: false,
};

/** Starts showing the progress of one piece of work. @param title stands before the text; '' for none. */
export function createProgress(title = ''): ProgressView {
  const bar = new SingleBar(options);
  const shown = title ? `${title}: ` : '';
  bar.start(100, 0, { title: shown, text: 'Starting' });
  return {
    // Whole percents: a line says nothing twice.
    update: (ratio, text) => bar.update(Math.floor(ratio * 100), { title: shown, text }),
    stop: () => bar.stop(),
  };
}
