import { EventEmitter } from 'node:events';

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
