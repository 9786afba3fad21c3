import type { Changes } from './jobChanges.ts';
import { WorkAborted } from './workAborted.ts';

/** Milliseconds between heartbeats: a cancellation by another process is noticed at the latest after this time. */
const BEAT_MS = 1500;
/** Milliseconds between writes of progress, at least. */
const PROGRESS_MS = 250;

/** Where work reports its progress. */
export interface HeartbeatTarget<Progress> {
  /** @returns whether the work still owns its row. */
  beat: (progress?: Progress) => Promise<boolean>;
  videoId: string;
  changes: Pick<Changes, 'announce'>;
  onError: (error: unknown, what: string) => void;
}

/** Writes progress and heartbeats to a row; aborts the work when it has lost the row. */
export function startHeartbeats<Progress>(
  { beat, videoId, changes, onError }: HeartbeatTarget<Progress>,
  controller: AbortController,
) {
  let latest: Progress | undefined;
  let writing: Promise<void> | undefined;
  // Monotonic: if the wall clock were set back, heartbeats would stop for as long.
  let written = performance.now();
  let stopped = false;
  const write = async () => {
    const progress = latest;
    latest = undefined;
    written = performance.now();
    try {
      if (!(await beat(progress))) controller.abort(new WorkAborted('superseded'));
      if (progress !== undefined) changes.announce(videoId);
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
