import { setTimeout as delay } from 'node:timers/promises';
import type { StoredError } from '../db/tables.ts';
import { LEASE_SECONDS } from './heartbeatWatch.ts';
import type { Attempt, Claiming } from './leases.ts';
import { createSuspects, type WorkProcess } from './suspects.ts';

/** Milliseconds between checks without a wake-up; see startPolling.ts for the usual one. */
const POLL_MS = 30_000;
const BEAT_MS = (LEASE_SECONDS * 1000) / 5;

/** A kind of leased work. */
export interface LeasedJob<Row extends Attempt> {
  /** Default: an unnamed process. */
  process?: WorkProcess | undefined;
  /** Name of a row in log messages, such as "conversion". */
  name: string;
  claim(how: Claiming): Promise<Row | undefined>;
  /** Sends a heartbeat. @param progress 0 to 1. @returns whether the attempt still owns the row. */
  beat(attempt: Attempt, progress: number): Promise<boolean>;
  release(attempt: Attempt): Promise<boolean>;
  fail(attempt: Attempt, error: StoredError): Promise<boolean>;
  /** Does the work and marks it complete. @param onProgress gets the progress, 0 to 1. */
  work(row: Row, signal: AbortSignal, onProgress: (share: number) => void): Promise<void>;
  /** Error to store for a failure; one with the code "internal" is also logged. */
  failureOf(error: unknown): StoredError;
  onError: (error: unknown, what: string) => void;
}

/** Does work of one kind in this process, one row at a time. */
export interface LeasedWorker {
  /** Checks for work at once. */
  wake(): void;
  /** Aborts the work on a row in this process, if any. */
  abort(id: string): void;
  /** Takes no more work; puts running work back. */
  stop(): Promise<void>;
}

/** Starts a worker. */
export function startLeasedWork<Row extends Attempt & { crashes: number }>(job: LeasedJob<Row>): LeasedWorker {
  const { name: worker, suspects } = job.process ?? { name: '', suspects: createSuspects() };
  const stopping = new AbortController();
  const running = new Map<string, AbortController>();
  let nap = new AbortController();
  let isWoken = false;
  const loop = async () => {
    while (!stopping.signal.aborted) {
      nap = new AbortController();
      isWoken = false;
      const leave = suspects.enter();
      const row = await job.claim({ worker, withSuspects: leave !== undefined }).catch((error) => {
        if (!stopping.signal.aborted) job.onError(error, `no ${job.name} could be taken`);
      });
      if (!row || row.crashes === 0) leave?.();
      if (row) await workOn(job, row, running, stopping.signal).finally(leave);
      else if (!isWoken) await delay(POLL_MS, undefined, { signal: nap.signal, ref: false }).catch(() => undefined);
    }
  };
  const working = loop();
  return {
    wake: () => {
      isWoken = true;
      nap.abort();
    },
    abort: (id) => running.get(id)?.abort(new DOMException('Canceled.', 'AbortError')),
    async stop() {
      stopping.abort();
      nap.abort();
      for (const controller of running.values()) controller.abort(new DOMException('The service stops.', 'AbortError'));
      await working;
    },
  };
}

async function workOn<Row extends Attempt>(
  job: LeasedJob<Row>,
  row: Row,
  running: Map<string, AbortController>,
  stopping: AbortSignal,
): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  running.set(row.id, controller);
  if (stopping.aborted) controller.abort(new DOMException('The service stops.', 'AbortError'));
  let progress = 0;
  const beat = async () => {
    if (!(await job.beat(row, progress))) controller.abort(new DOMException('Nobody wants it any more.', 'AbortError'));
  };
  const beating = setInterval(() => void beat().catch((error) => job.onError(error, 'a beat failed')), BEAT_MS);
  try {
    await job.work(row, signal, (share) => {
      progress = share;
    });
  } catch (error) {
    await failAttempt(job, row, error, signal.aborted).catch((reason) =>
      job.onError(reason, `${job.name} ${row.id}: its end could not be written`),
    );
  } finally {
    clearInterval(beating);
    running.delete(row.id);
  }
}

/** Releases interrupted work, so it waits again unless its row says that it was canceled; fails other work. */
async function failAttempt<Row extends Attempt>(
  job: LeasedJob<Row>,
  row: Row,
  error: unknown,
  isAborted: boolean,
): Promise<void> {
  if (isAborted) return void (await job.release(row));
  const failure = job.failureOf(error);
  if (failure.code === 'internal') job.onError(error, `${job.name} ${row.id} failed`);
  await job.fail(row, failure);
}
