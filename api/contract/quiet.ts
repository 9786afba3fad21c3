import { ApiError } from './errors.ts';

/** There was no sign of life for too long: the request may still be running on the server. */
export class QuietError extends ApiError {
  constructor() {
    super(0, 'network', 'The server did not respond.');
  }
}

/**
 * Runs a request and aborts it after too long without a sign of life.
 * @param work is aborted by its signal; calls `alive` for each sign of life.
 * @throws QuietError after the timeout; ApiError "network" if the connection was lost; the signal's reason when
 * aborted.
 */
export async function notQuiet<T>(
  quietMs: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal, alive: () => void) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const stop = () => ending.abort(signal?.reason);
  const abortQuiet = () => ending.abort(new QuietError());
  let timer = setTimeout(abortQuiet, quietMs);
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(abortQuiet, quietMs);
  };
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await work(ending.signal, alive);
  } catch (error) {
    if (ending.signal.aborted) throw ending.signal.reason;
    // The connection was lost during the answer.
    throw error instanceof ApiError ? error : new ApiError(0, 'network', 'The connection was lost.');
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** Waits. @throws the signal's reason when aborted. */
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
