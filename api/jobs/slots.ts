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
  /** Resolves when there may be a job. */
  news: () => Promise<void>;
  onError: (error: unknown, what: string) => void;
}

/** Runs one job at a time. */
interface Slot {
  /** false: its job is paused, and other work uses the slot. */
  isOccupied: boolean;
}

/** A job that yielded its slot and waits for one. */
interface Paused {
  goOn: () => void;
}

/**
 * Runs jobs in a fixed number of slots. A long job pauses now and then. Its slot goes to the job that waits longest or,
 * without one, to the job that has been paused longest; the paused job resumes after that job ends or pauses. So one
 * slot serves several long jobs by turns, and a new job starts after at most one segment of another.
 * @returns a promise that resolves once the signal is aborted and all jobs have ended.
 */
export function runSlots(count: number, context: SlotContext, stopping: AbortSignal): Promise<void> {
  const { ready, onError } = context;
  const paused: Paused[] = [];
  const loops = new Set<Promise<void>>();
  let idle = 0;
  const fetchJob = () => context.fetchJob().catch((error) => void onError(error, 'could not take a job'));

  const pauseIn = async (slot: Slot, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    // A free slot takes the next job anyway.
    if (stopping.aborted || idle > 0) return;
    const other = paused.length < MOST_PAUSED ? await fetchJob() : undefined;
    const first = other ? undefined : paused.shift();
    if (!other && !first) return;
    slot.isOccupied = false;
    const resumed = resumedIn(paused, signal);
    if (other) startSlot(other);
    else first?.goOn();
    await resumed;
    slot.isOccupied = true;
  };

  const loop = async (first?: Taken): Promise<void> => {
    const slot: Slot = { isOccupied: true };
    const pause: Pause = (signal) => pauseIn(slot, signal);
    const work = async (job: Taken) => {
      try {
        await job(pause);
      } catch (error) {
        onError(error, 'a worker failed');
      }
    };
    if (first) await work(first);
    while (slot.isOccupied && !stopping.aborted) {
      const waiting = paused.shift();
      if (waiting) return waiting.goOn();
      // Subscribe before the check, so that a job that arrives in between does not wait for the next poll.
      const news = context.news();
      await ready();
      const job = await fetchJob();
      if (job) await work(job);
      else {
        idle += 1;
        await news;
        idle -= 1;
      }
    }
  };

  const startSlot = (first?: Taken) => {
    const running = loop(first).finally(() => loops.delete(running));
    loops.add(running);
  };
  for (let slot = 0; slot < count; slot += 1) startSlot();
  return (async () => {
    while (loops.size > 0) await Promise.all(loops);
  })();
}

/** Queues for a slot. @throws the signal's reason when aborted. */
function resumedIn(line: Paused[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const freeSlot = () => {
      line.splice(line.indexOf(waiter), 1);
      reject(signal.reason);
    };
    const waiter: Paused = {
      goOn: () => {
        signal.removeEventListener('abort', freeSlot);
        resolve();
      },
    };
    line.push(waiter);
    signal.addEventListener('abort', freeSlot, { once: true });
    if (signal.aborted) freeSlot();
  });
}
