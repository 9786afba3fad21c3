/** A value with undo and redo history. */
export interface History<T> {
  /** Oldest first. */
  readonly past: readonly T[];
  readonly present: T;
  /** Values for redo, next first. */
  readonly future: readonly T[];
}

/** Most undo steps. */
export const MAX_UNDO_STEPS = 200;

/** Creates a history. */
export function newHistory<T>(present: T): History<T> {
  return { past: [], present, future: [] };
}

/** Adds a new value and drops the redo values. The same value again adds no step. */
export function record<T>(history: History<T>, present: T): History<T> {
  if (present === history.present) return history;
  return { past: [...history.past, history.present].slice(-MAX_UNDO_STEPS), present, future: [] };
}

/**
 * Replaces the present value without a new step, such as later changes of one gesture or of continued typing. Drops the
 * redo values. The same value again changes nothing.
 */
export function amend<T>(history: History<T>, present: T): History<T> {
  return present === history.present ? history : { past: history.past, present, future: [] };
}

/** Undoes one step; does nothing at the beginning. */
export function undo<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  if (history.past.length === 0 || before === undefined) return history;
  return { past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future] };
}

/** Redoes one step; does nothing at the end. */
export function redo<T>(history: History<T>): History<T> {
  const [after, ...future] = history.future;
  if (after === undefined) return history;
  return { past: [...history.past, history.present], present: after, future };
}

/** Applies a change to all values of a history, such as an external change that undo must not revert. */
export function mapHistory<T>({ past, present, future }: History<T>, to: (value: T) => T): History<T> {
  return { past: past.map(to), present: to(present), future: future.map(to) };
}
