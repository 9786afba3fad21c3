/** Readable distances of ruler marks, in seconds. */
const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600];

/** Smallest distance of labeled marks, in pixels. */
const WORD_ROOM = 72;

/** The same below a second, in frames. */
const frameSteps = [1, 2, 5, 10];

/**
 * Returns the seconds between two marks of a ruler. @param scale pixels per second. @param fps frame rate, for marks at
 * whole frames; default: at tenths of a second.
 */
export function rulerStep(scale: number, fps?: number): number {
  const within = fps === undefined ? [] : frameSteps.map((frames) => frames / fps).filter((step) => step < 0.75);
  const all = fps === undefined ? steps : [...within, ...steps.filter((step) => step >= 1)];
  return all.find((step) => step * scale >= WORD_ROOM) ?? (all.at(-1) as number);
}

/** Returns the marks between two times, both included, in seconds. */
export function rulerMarks(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step - 1e-9);
  const count = Math.max(0, Math.floor(to / step + 1e-9) - first + 1);
  return Array.from({ length: count }, (_, index) => Math.round((first + index) * step * 1e6) / 1e6);
}
