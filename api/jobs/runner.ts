import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseAwayError } from '../db/databaseAway.ts';
import { loggedAbout } from '../system/log.ts';
import { setSpanAttributes, type Tracer, traced } from '../telemetry/spans.ts';
import { failureOf, isStorageUnreachable } from './failures.ts';
import type { Changes } from './jobChanges.ts';
import { jobSpan } from './jobSpan.ts';
import type { Lane, QueueName } from './kinds.ts';
import { type Delivery, type Queue, SUSPECTS } from './queue.ts';
import { retryDatabase } from './retryDatabase.ts';
import { type Pause, runSlots, type Taken } from './slots.ts';
import { WorkAbortedError, type WorkKind } from './workKind.ts';

/** Milliseconds between polls for work, and the same while notifications arrive and no job is due. */
const POLL_MS = 1000;
const QUIET_POLL_MS = 5000;
/** Milliseconds between heartbeats: a cancellation by another process is noticed at the latest after this time. */
const BEAT_MS = 1500;
/** Milliseconds between writes of progress, at least. */
const PROGRESS_MS = 250;
/** Milliseconds that a process takes no new work after its disk was full or storage was unreachable. */
const REST_MS = 15_000;
/** Most times that work is deferred to other processes. */
const MOST_DEFERRALS = 3;

/** What running work needs, whatever its kind. */
export interface RunnerContext {
  /** Name of the process, unique among all that share the database. */
  name: string;
  /** Whether other processes may do the same work. */
  hasOthers: boolean;
  /** The process takes no work before this time, by performance.now. */
  rest: { until: number };
  queue: Queue;
  changes: Changes;
  /** Undefined if traces are not exported. */
  tracer?: Tracer | undefined;
  onError: (error: unknown, what: string) => void;
}

/** Runs the background work of a process. */
export interface Runner {
  /** Aborts the work on a row in this process, if any: kills its ffmpeg. */
  abort(id: string): void;
  /** Ids of the rows that this process works on, see WorkKind. */
  active(): readonly string[];
  /** Whether this process works on a job. */
  holds(jobId: string): boolean;
  /** Takes no more jobs, aborts running ones and puts them back into the queue. */
  stop(): Promise<void>;
}

/** Starts running the jobs of some kinds. @param lanes concurrent jobs of each queue. */
export function startRunner(
  context: RunnerContext,
  kinds: Partial<Record<QueueName, WorkKind>>,
  lanes: readonly Lane[],
): Runner {
  const { queue, tracer, onError } = context;
  const running = new Map<string, Attempted>();
  let poll = (): void => undefined;
  const stopping = new AbortController();
  const { signal } = stopping;
  // Whether a suspect runs, or may just be taken: only one at a time, so that the cause of the next crash is clear.
  let hasSuspect = false;
  const fetchIn = ({ queues, slotsPerGroup = Infinity }: Lane) => {
    const groups = new Map<string, number>();
    const count = (group: string | undefined, by: number) =>
      group !== undefined && groups.set(group, (groups.get(group) ?? 0) + by);
    return async (): Promise<Taken | undefined> => {
      if (signal.aborted || performance.now() < context.rest.until) return undefined;
      const full = [...groups].flatMap(([group, size]) => (size >= slotsPerGroup ? [group] : []));
      // Reserved before the fetch, since other slots fetch at the same time.
      const mayBeSuspect = !hasSuspect;
      hasSuspect = true;
      const release = () => {
        if (mayBeSuspect) hasSuspect = false;
      };
      const without = mayBeSuspect ? full : [...full, SUSPECTS];
      const delivery = await queue.fetchJob({ queues, without }).catch((error: unknown) => {
        release();
        throw error;
      });
      const isSuspect = delivery?.group === SUSPECTS;
      if (!isSuspect) release();
      const kind = delivery && kinds[delivery.queue];
      if (!kind) return undefined;
      count(delivery.group, 1);
      const work = (pause: Pause) => workOn(context, kind, delivery, { running, stopping: signal, pause });
      return (pause) =>
        traced(tracer, jobSpan(delivery), () => work(pause)).finally(() => {
          if (isSuspect) release();
          count(delivery.group, -1);
          // The job may have sent others that are due later.
          poll();
        });
    };
  };
  const all = lanes.map((lane) => {
    const ready = () => waitForRest(context, signal);
    return { lane, ...runSlots(lane.slots, { ready, fetchJob: fetchIn(lane), onError }, signal) };
  });
  const wake = (queues: readonly string[]) => {
    for (const { lane, wake: wakeLane } of all) if (lane.queues.some((name) => queues.includes(name))) wakeLane();
  };
  const polling = startPolling(context, lanes, wake);
  poll = polling.poll;
  return {
    abort(id) {
      for (const { id: workId, controller } of running.values())
        if (workId === id || workId.startsWith(`${id}/`)) controller.abort(new WorkAbortedError('cancelled'));
    },
    active: () => [...running.values()].map(({ id }) => id),
    holds: (jobId) => running.has(jobId),
    async stop() {
      stopping.abort();
      for (const { controller } of running.values()) controller.abort(new WorkAbortedError('shutdown'));
      await Promise.all([polling.stop(), ...all.map(({ ended }) => ended)]);
    },
  };
}

/**
 * Wakes lanes when they may have a job: at once when one was sent, and when the next one is due. Polls anyway, in case
 * a notification was lost.
 */
function startPolling(
  { queue, onError }: RunnerContext,
  lanes: readonly Lane[],
  wake: (queues: readonly string[]) => void,
) {
  const own: readonly string[] = lanes.flatMap((lane) => lane.queues);
  let timer: NodeJS.Timeout | undefined;
  let [polling, isStopped, isAgain]: [Promise<void> | undefined, boolean, boolean] = [undefined, false, false];
  const again = (ms: number) => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(poll, ms).unref();
  };
  const pollOnce = async () => {
    try {
      const due = await queue.due(own as readonly QueueName[]);
      wake(due.queues);
      // Due work that could not be taken, for example a suspect, must not wait for a notification.
      const isQuiet = queue.isNotified() && due.queues.length === 0;
      again(Math.min(isQuiet ? QUIET_POLL_MS : POLL_MS, due.seconds * 1000 + 1));
    } catch (error) {
      onError(error, 'could not look for work');
      again(POLL_MS);
    }
  };
  const poll = (): void => {
    if (isStopped || own.length === 0) return;
    isAgain = polling !== undefined;
    polling ??= pollOnce().finally(() => {
      polling = undefined;
      if (isAgain) poll();
    });
  };
  queue.onSent((name, isLater) => {
    if (name !== undefined && !own.includes(name)) return;
    if (name === undefined || isLater) poll();
    else wake([name]);
  });
  poll();
  return {
    poll,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await polling;
    },
  };
}

/** A job that this process works on. */
interface Attempted {
  id: string;
  controller: AbortController;
}

/** The environment of a job. */
interface Place {
  /** By job id. */
  running: Map<string, Attempted>;
  stopping: AbortSignal;
  pause: Pause;
}

async function workOn<Row, Progress>(
  context: RunnerContext,
  kind: WorkKind<Row, Progress>,
  delivery: Delivery,
  place: Place,
): Promise<void> {
  const row = await kind.claim(delivery, context.name);
  if (row) await attempt(context, kind, delivery, row, place);
  await retryDatabase(() => context.queue.complete(delivery), place.stopping);
}

async function attempt<Row, Progress>(
  context: RunnerContext,
  kind: WorkKind<Row, Progress>,
  delivery: Delivery,
  row: Row,
  { running, stopping, pause }: Place,
): Promise<void> {
  const { id, about } = kind.describe(row);
  const announce = () => context.changes.announce(delivery.videoId || id);
  const controller = new AbortController();
  const { signal } = controller;
  running.set(delivery.jobId, { id, controller });
  setSpanAttributes({ 'cutroom.attempt': about.attempt });
  if (stopping.aborted) controller.abort(new WorkAbortedError('shutdown'));
  const write = async (isBeat: boolean, progress?: Progress) => {
    const goesOn = (!isBeat || (await context.queue.beat(delivery))) && ((await kind.beat?.(row, progress)) ?? true);
    if (!goesOn) controller.abort(new WorkAbortedError('superseded'));
    if (progress !== undefined) announce();
  };
  const { report, stop: stopHeartbeats } = startHeartbeats(write, context.onError);
  announce();
  try {
    await loggedAbout(about, async () => {
      try {
        await kind.run(row, { signal, report, stopHeartbeats, pause: () => pause(signal) });
      } catch (error) {
        await stopHeartbeats();
        await endFailed(context, kind, row, error, signal);
      }
    });
  } finally {
    await stopHeartbeats();
    running.delete(delivery.jobId);
    announce();
  }
}

/**
 * Ends work that was aborted or failed. Interrupted work is put back. Problems of this machine alone (a full disk,
 * unreachable storage or database) defer it to other processes, a limited number of times. Everything else fails it.
 */
async function endFailed<Row>(
  { hasOthers, rest, onError }: RunnerContext,
  kind: WorkKind<Row>,
  row: Row,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  const reason = error instanceof WorkAbortedError ? error : signal.reason;
  if (reason instanceof WorkAbortedError) {
    await kind.onFailure?.(row, reason.why);
    if (reason.why === 'shutdown') await kind.requeue(row, 'interrupted');
    return;
  }
  const { name, deferrals, failureOf: errorOf = failureOf } = kind.describe(row);
  const failure = errorOf(error);
  if (failure.code === 'internal') onError(error, `${name} failed`);
  const isCutOff = failure.code === 'disk-full' || isStorageUnreachable(error);
  const isDeferred = deferrals < MOST_DEFERRALS && ((isCutOff && hasOthers) || error instanceof DatabaseAwayError);
  if (isDeferred) {
    onError(error, `${name} is passed on to another process`);
    if (isCutOff) rest.until = performance.now() + REST_MS;
  }
  const isOurs = await retryDatabase(
    () => (isDeferred ? kind.requeue(row, 'deferred') : kind.fail(row, failure)),
    signal,
  );
  await kind.onFailure?.(row, isDeferred || !isOurs ? 'superseded' : failure);
}

/** Waits until the process may take work again. */
async function waitForRest({ rest }: Pick<RunnerContext, 'rest'>, signal: AbortSignal): Promise<void> {
  for (let left = 1; left > 0 && !signal.aborted; ) {
    left = rest.until - performance.now();
    if (left > 0) await delay(left, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/**
 * Sends heartbeats, and writes progress in between.
 * @param write whether a heartbeat is due; and progress since the last call, if any.
 */
function startHeartbeats<Progress>(
  write: (isBeat: boolean, progress?: Progress) => Promise<void>,
  onError: RunnerContext['onError'],
) {
  let latest: Progress | undefined;
  let writing: Promise<void> | undefined;
  // Monotonic: if the wall clock were set back, heartbeats would stop for as long.
  let [written, sent] = [performance.now(), performance.now()];
  let stopped = false;
  const tick = () => {
    const now = performance.now();
    if (stopped || writing || now - written < (latest === undefined ? BEAT_MS : PROGRESS_MS)) return;
    const isBeat = now - sent >= BEAT_MS;
    written = now;
    if (isBeat) sent = now;
    const progress = latest;
    latest = undefined;
    writing = write(isBeat, progress)
      .catch((error) => onError(error, 'could not save progress'))
      .finally(() => {
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
