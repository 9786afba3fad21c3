import type { StoredError } from '../db/tables.ts';
import type { Delivery } from './queue.ts';

/** How a kind of background work is done: its rows say what is wanted and what came of it; the runner does the rest. */
export interface WorkKind<Row = unknown, Progress = unknown> {
  /** Starts an attempt. @returns undefined if the delivery no longer counts. */
  claim(delivery: Delivery, worker: string): Promise<Row | undefined>;
  describe(row: Row): WorkDescription;
  /** Does the work and publishes its result. @throws any error, also the signal's reason. */
  run(row: Row, running: Running<Progress>): Promise<void>;
  /** Writes progress, if any. @returns whether the attempt still owns the row and its result is still wanted. */
  beat?(row: Row, progress?: Progress): Promise<boolean>;
  /** Replaces the job of open work. @returns whether the attempt still owned the row. */
  requeue(row: Row, why: PutBackReason): Promise<boolean>;
  /** Fails the work. @returns whether the attempt still owned the row. */
  fail(row: Row, error: StoredError): Promise<boolean>;
  /** Called after work was aborted or failed, with the error that was stored. */
  onFailure?(row: Row, outcome: WorkAbortedError['why'] | StoredError): Promise<void> | void;
}

/**
 * Why work is put back: it was interrupted on purpose; its process died; or its worker cannot continue and defers it to
 * others.
 */
export type PutBackReason = 'interrupted' | 'crashed' | 'deferred';

/** What the runner needs to know of a row. */
export interface WorkDescription {
  /** Id under which requests abort it. */
  id: string;
  /** Name in log messages. */
  name: string;
  /** Extra fields of its log lines. */
  about: Record<string, string | number | undefined>;
  /** How often it was deferred to other processes. */
  deferrals: number;
  /** Error to store for a failure; one with the code "internal" is also logged. Default: that of a render. */
  failureOf?: (error: unknown) => StoredError;
}

/** What work can do while it runs. */
export interface Running<Progress> {
  /** Aborted with a WorkAbortedError. */
  signal: AbortSignal;
  report: (progress: Progress) => void;
  /** Call it before the last write to the row, so that no progress is written after it. */
  stopHeartbeats: () => Promise<void>;
  /** Yields the slot to other work, if any waits. */
  pause: () => Promise<void>;
}

/** Reason why work was aborted. */
export class WorkAbortedError extends Error {
  override name = 'WorkAbortedError';
  readonly why: 'cancelled' | 'superseded' | 'shutdown';
  constructor(why: WorkAbortedError['why']) {
    super(why);
    this.why = why;
  }
}
