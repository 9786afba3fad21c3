import { WorkAbortedError } from './workKind.ts';

/** Milliseconds between heartbeats: a cancellation by another process is noticed at the latest after this time. */
const BEAT_MS = 1500;
/** Milliseconds between writes of progress, at least. */
const PROGRESS_MS = 250;

/** Where work reports its progress. */
export interface HeartbeatTarget<Progress> {
  /** Sends a heartbeat. @returns whether the work still has its job. */
  isOurs: () => Promise<boolean>;
  /** Writes progress. @returns whether the work still owns its row. */
  beat: (progress?: Progress) => Promise<boolean>;
  /** Called after progress was written. */
  announce: () => void;
  onError: (error: unknown, what: string) => void;
}

/** Sends heartbeats and writes progress to a row; aborts the work when it has lost its job or row. */
export function startHeartbeats<Progress>(
  { isOurs, beat, announce, onError }: HeartbeatTarget<Progress>,
  controller: AbortController,
) {
  let latest: Progress | undefined;
  let writing: Promise<void> | undefined;
  // Monotonic: if the wall clock were set back, heartbeats would stop for as long.
  let [written, sent] = [performance.now(), performance.now()];
  let stopped = false;
  const write = async () => {
    const progress = latest;
    latest = undefined;
    written = performance.now();
    const isDue = written - sent >= BEAT_MS;
    if (isDue) sent = written;
    try {
      const goesOn = (!isDue || (await isOurs())) && (await beat(progress));
      if (!goesOn) controller.abort(new WorkAbortedError('superseded'));
      if (progress !== undefined) announce();
    } catch (error) {
      onError(error, 'could not save progress');
    }
  };
  const tick = () => {
    if (stopped || writing || performance.now() - written < (latest === undefined ? BEAT_MS : PROGRESS_MS)) return;
    writing = write().finally(() => {
      writing = undefined;
    });
  };
  const timer = setInterval(tick, PROGRESS_MS);
  return {
    report(progress: Progress) {
      latest = progress;
      tick();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await writing;
    },
  };
}
