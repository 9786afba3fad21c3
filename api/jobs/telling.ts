import type { Changes } from './changes.ts';
import { Ended } from './ended.ts';

/** So often work says that it lives, milliseconds: who cancels it elsewhere is heard after so long at most. */
const BEAT_MS = 1500;
/** Progress is written four times a second at most. */
const PROGRESS_MS = 250;

/** Where work tells how far it is. */
export interface Telling<Progress> {
  /** @returns whether the row is still this work's. */
  beat: (progress?: Progress) => Promise<boolean>;
  videoId: string;
  changes: Pick<Changes, 'announce'>;
  onError: (error: unknown, what: string) => void;
}

/** Writes progress and signs of life to a row; ends the work when the row is no longer its own. */
export function startTelling<Progress>(
  { beat, videoId, changes, onError }: Telling<Progress>,
  controller: AbortController,
) {
  let latest: Progress | undefined;
  let writing: Promise<void> | undefined;
  // Not the clock of the day, which may be set: whoever works would fall silent for as long.
  let written = performance.now();
  let stopped = false;
  const write = async () => {
    const progress = latest;
    latest = undefined;
    written = performance.now();
    try {
      if (!(await beat(progress))) controller.abort(new Ended('superseded'));
      if (progress !== undefined) changes.announce(videoId);
    } catch (error) {
      onError(error, 'progress could not be written');
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
    tell(progress: Progress) {
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
