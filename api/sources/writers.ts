/** One that works on an upload. */
interface Writer {
  stop: AbortController;
  /** Resolves when it no longer touches the upload. */
  ended: Promise<unknown>;
}

/** Sees to it that only one request at a time works on an upload. */
export interface Writers {
  /**
   * Does some work on an upload. Who worked on it before is told to end, and has ended when the work begins.
   * @param reason what the older one's signal is aborted with. @param work told by its signal when a newer one comes.
   */
  take<T>(id: string, reason: () => Error, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Whether somebody works on an upload. */
  isTaken(id: string): boolean;
}

/** Makes what lets one writer work on an upload, the newest. */
export function createWriters(): Writers {
  const writers = new Map<string, Writer>();
  return {
    async take(id, reason, work) {
      const older = writers.get(id);
      const stop = new AbortController();
      const begin = async () => {
        older?.stop.abort(reason());
        await older?.ended;
        stop.signal.throwIfAborted();
        return work(stop.signal);
      };
      const working = begin();
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
