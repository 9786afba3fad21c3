/** A request that writes to an upload. */
interface Writer {
  stop: AbortController;
  /** Resolves when it no longer touches the upload. */
  ended: Promise<unknown>;
}

/** Allows one writer per upload at a time. */
export interface Writers {
  /**
   * Runs work on an upload, after the previous writer was aborted and has ended.
   * @param reason with which the previous writer is aborted. @param work gets a signal that aborts when a newer writer
   * starts.
   */
  runExclusive<T>(id: string, reason: () => Error, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Whether an upload has a writer. */
  isTaken(id: string): boolean;
}

/** Creates the writers; the newest one wins. */
export function createWriters(): Writers {
  const writers = new Map<string, Writer>();
  return {
    async runExclusive(id, reason, work) {
      const older = writers.get(id);
      const stop = new AbortController();
      const startWork = async () => {
        older?.stop.abort(reason());
        await older?.ended;
        stop.signal.throwIfAborted();
        return work(stop.signal);
      };
      const working = startWork();
      const writer = { stop, ended: working.catch(() => undefined) };
      writers.set(id, writer);
      try {
        return await working;
      } finally {
        if (writers.get(id) === writer) writers.delete(id);
      }
    },
    isTaken: (id) => writers.has(id),
  };
}
