/** Distances of marks that a person reads easily, seconds. */
const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600];

/** Least room from mark to mark with a word at each, pixels. */
const WORD_ROOM = 72;

/** How many seconds lie between two marks of a ruler. @param scale pixels a second. */
export function rulerStep(scale: number): number {
  return steps.find((step) => step * scale >= WORD_ROOM) ?? (steps.at(-1) as number);
}

/** The marks of a ruler from a second to another, both included, seconds. Only what is in sight need be asked for. */
export function rulerMarks(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step - 1e-9);
  const count = Math.max(0, Math.floor(to / step + 1e-9) - first + 1);
  return Array.from({ length: count }, (_, index) => Math.round((first + index) * step * 1000) / 1000);
}
