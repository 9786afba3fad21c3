import { EventEmitter } from 'node:events';
import type { VideoRow } from '../db/tables.ts';
import type { VideoStore } from './jobStore.ts';

/**
 * Notifies the listeners of this process that a video's row has changed. Other processes learn it by reading the row.
 */
export interface Changes {
  announce(id: string): void;
  /** Calls `listener` on every change, before any promise of `next` resolves. */
  listen(listener: (id: string) => void): void;
  /** Resolves at the next change, after `milliseconds`, or when the signal aborts, whichever comes first. */
  next(id: string, milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** Creates the notifier of one process. */
export function createChanges(): Changes {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  const listeners: ((id: string) => void)[] = [];
  return {
    announce: (id) => {
      for (const listener of listeners) listener(id);
      emitter.emit(id);
    },
    listen: (listener) => void listeners.push(listener),
    next: (id, milliseconds, signal) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          emitter.off(id, done);
          signal.removeEventListener('abort', done);
          resolve();
        };
        const timer = setTimeout(done, milliseconds).unref();
        emitter.once(id, done);
        signal.addEventListener('abort', done, { once: true });
        if (signal.aborted) done();
      }),
  };
}

/** Reads the row of a video on behalf of all its followers. */
export type ReadVideoRow = (id: string) => Promise<VideoRow | undefined>;

/**
 * Shares reads of a video's row between its followers until the row changes.
 * @param freshMs lifetime of a read, since changes by other processes are not announced here.
 */
export function createSharedReads(store: Pick<VideoStore, 'get'>, changes: Changes, freshMs: number): ReadVideoRow {
  const looks = new Map<string, Promise<VideoRow | undefined>>();
  changes.listen((id) => void looks.delete(id));
  return (id) => {
    const known = looks.get(id);
    if (known) return known;
    const look = store.get(id);
    looks.set(id, look);
    const forget = () => {
      if (looks.get(id) === look) looks.delete(id);
    };
    look.then(() => setTimeout(forget, freshMs).unref(), forget);
    return look;
  };
}
