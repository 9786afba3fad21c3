/** A value with the ones before and after it, for undo and redo. */
export interface History<T> {
  /** Oldest first. */
  readonly past: readonly T[];
  readonly present: T;
  /** What redo brings back, next first. */
  readonly future: readonly T[];
}

/** How many steps back are kept. */
export const MAX_UNDO_STEPS = 200;

/** A history that begins with a value. */
export function newHistory<T>(present: T): History<T> {
  return { past: [], present, future: [] };
}

/** Takes a new value in; what was undone before is lost. The same value again is no step. */
export function record<T>(history: History<T>, present: T): History<T> {
  if (present === history.present) return history;
  return { past: [...history.past, history.present].slice(-MAX_UNDO_STEPS), present, future: [] };
}

/**
 * Puts a new value in the place of the present one without a new step, as the later changes of one gesture or of one
 * stretch of typing do. What was undone before is lost. The same value again changes nothing.
 */
export function amend<T>(history: History<T>, present: T): History<T> {
  return present === history.present ? history : { past: history.past, present, future: [] };
}

/** One step back; nothing at the beginning. */
export function undo<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  if (history.past.length === 0 || before === undefined) return history;
  return { past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future] };
}

/** One step forward; nothing at the end. */
export function redo<T>(history: History<T>): History<T> {
  const [after, ...future] = history.future;
  if (after === undefined) return history;
  return { past: [...history.past, history.present], present: after, future };
}

/** The same steps with every value changed, as when something came in from elsewhere that no undo may take back. */
export function mapHistory<T>({ past, present, future }: History<T>, to: (value: T) => T): History<T> {
  return { past: past.map(to), present: to(present), future: future.map(to) };
}
