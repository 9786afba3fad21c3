/** Most paused jobs of a process: each retains its working files. */
const MOST_PAUSED = 8;

/** Yields the slot to other work, if any waits. @throws the signal's reason when aborted. */
export type Pause = (signal: AbortSignal) => Promise<void>;

/** A taken job, ready to run. */
export type Taken = (pause: Pause) => Promise<void>;

/** Where slots get their jobs. */
export interface SlotContext {
  /** Resolves when the process may take a job. */
  ready: () => Promise<void>;
  /** Takes the next job that is available, if any; a taken job always runs. */
  fetchJob: () => Promise<Taken | undefined>;
  onError: (error: unknown, what: string) => void;
}

/** Slots that run jobs. */
export interface Slots {
  /** Checks for a job, because there may be one. */
  wake(): void;
  /** Resolves once the signal is aborted and all jobs have ended. */
  ended: Promise<void>;
}

/**
 * Runs jobs in a fixed number of slots. A long job pauses now and then. Its slot goes to the job that waits longest or,
 * without one, to the job that has been paused longest; the paused job resumes after that job ends or pauses. So one
 * slot serves several long jobs by turns, and a new job starts after at most one segment of another.
 */
export function runSlots(count: number, context: SlotContext, stopping: AbortSignal): Slots {
  const { ready, onError } = context;
  /** Continue jobs that yielded their slot and wait for one, in order. */
  const paused: (() => void)[] = [];
  const running = new Set<Promise<void>>();
  let occupied = 0;
  let hasNews = false;
  let ring = (): void => undefined;
  const wake = () => {
    hasNews = true;
    ring();
  };
  const fetchJob = () => context.fetchJob().catch((error) => void onError(error, 'could not take a job'));

  const leaveSlot = () => {
    const next = paused.shift();
    if (next) return next();
    occupied -= 1;
    wake();
  };

  const start = (job: Taken) => {
    let isInSlot = true;
    const pause: Pause = async (signal) => {
      signal.throwIfAborted();
      // A free slot takes the next job anyway.
      if (stopping.aborted || occupied < count) return;
      const other = paused.length < MOST_PAUSED ? await fetchJob() : undefined;
      if (!other && paused.length === 0) return;
      isInSlot = false;
      const resumed = resumedIn(paused, signal);
      if (other) start(other);
      else paused.shift()?.();
      // Another slot may have become free meanwhile.
      if (occupied < count) wake();
      await resumed;
      isInSlot = true;
    };
    const done = job(pause)
      .catch((error) => onError(error, 'a worker failed'))
      .finally(() => {
        running.delete(done);
        if (isInSlot) leaveSlot();
      });
    running.add(done);
  };

  const loop = async (): Promise<void> => {
    while (!stopping.aborted) {
      hasNews = false;
      if (occupied < count) {
        const next = paused.shift();
        if (!next) await ready();
        const job = next ? undefined : await fetchJob();
        if (next || job) {
          occupied += 1;
          if (job) start(job);
          else next?.();
          continue;
        }
      }
      await new Promise<void>((resolve) => {
        ring = resolve;
        if (hasNews || stopping.aborted) resolve();
      });
    }
    while (running.size > 0) await Promise.all(running);
  };
  stopping.addEventListener('abort', wake, { once: true });
  return { wake, ended: loop() };
}

/** Queues for a slot. @throws the signal's reason when aborted. */
function resumedIn(line: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      line.splice(line.indexOf(goOn), 1);
      reject(signal.reason);
    };
    const goOn = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    line.push(goOn);
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
  });
}
