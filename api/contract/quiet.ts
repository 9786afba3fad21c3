import { ApiError } from './errors.ts';

/** Nothing was heard for too long: what was asked for may still be under way. */
export class QuietError extends ApiError {
  constructor() {
    super(0, 'network', 'The server did not respond.');
  }
}

/**
 * Does a request, and ends it when nothing was heard of it for too long.
 * @param work told to end by its signal; calls `alive` at each sign of life.
 * @throws QuietError when it was too quiet; ApiError "network" when its connection was lost; the signal's reason when aborted.
 */
export async function notQuiet<T>(
  quietMs: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal, alive: () => void) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const stop = () => ending.abort(signal?.reason);
  const giveUp = () => ending.abort(new QuietError());
  let timer = setTimeout(giveUp, quietMs);
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, quietMs);
  };
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await work(ending.signal, alive);
  } catch (error) {
    if (ending.signal.aborted) throw ending.signal.reason;
    // The answer had begun when the connection was lost.
    throw error instanceof ApiError ? error : new ApiError(0, 'network', 'The connection was lost.');
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** Waits. @throws the signal's reason when it is aborted meanwhile. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
