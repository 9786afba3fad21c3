import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { outputEnding } from '../../engine/project/output.ts';
import type { ClaimedVideo } from '../db/tables.ts';
import type { Progress } from '../renderer/render.ts';
import { videoPrefix } from '../storage/keys.ts';
import { removeAll, type Storage } from '../storage/storage.ts';
import { loggedAbout } from '../system/log.ts';
import type { Metrics } from '../system/metrics.ts';
import { patiently } from '../system/patiently.ts';
import type { Changes } from './changes.ts';
import { failureOf } from './failures.ts';
import { workFolderOf } from './leftovers.ts';
import type { Delivery, Queue } from './queue.ts';
import { type ResultContext, removeOtherResults, removeResults, renderFiles } from './results.ts';
import { LEASE_SECONDS } from './stillness.ts';
import type { Attempt, FinishedFiles, VideoStore } from './store.ts';

/** What the workers of a process need. */
export interface WorkerContext extends ResultContext {
  /** Name of the process among all that share the database. */
  name: string;
  store: VideoStore;
  queue: Queue;
  metrics: Metrics;
  changes: Changes;
}

/** The render workers of a process. */
export interface Worker {
  /** A job may be there: look at once. */
  wake(): void;
  /** Ends the work on a video in this process, if there is any: its ffmpeg is killed. */
  abort(id: string): void;
  /** Ids of the videos that are worked on here. */
  active(): readonly string[];
  /** Takes no more jobs, ends running ones and puts them back into the queue. */
  stop(): Promise<void>;
}

/** Why work on a video ended before its time. */
class Ended extends Error {
  readonly why: 'cancelled' | 'superseded' | 'shutdown';
  constructor(why: Ended['why']) {
    super(why);
    this.why = why;
  }
}

const POLL_MS = 1000;
const BEAT_MS = (LEASE_SECONDS * 1000) / 5;
/** Progress is written four times a second at most. */
const PROGRESS_MS = 250;

/** Starts workers. @param slots how many videos are rendered at a time. */
export function startWorker(context: WorkerContext, slots: number): Worker {
  const running = new Map<string, AbortController>();
  const stopping = new AbortController();
  const loops = Array.from({ length: slots }, () => workLoop(context, running, stopping.signal));
  return {
    wake: () => context.changes.announce(WAKE),
    abort: (id) => running.get(id)?.abort(new Ended('cancelled')),
    active: () => [...running.keys()],
    async stop() {
      stopping.abort();
      for (const controller of running.values()) controller.abort(new Ended('shutdown'));
      await Promise.all(loops);
    },
  };
}

const WAKE = 'wake';

async function workLoop(
  context: WorkerContext,
  running: Map<string, AbortController>,
  stopping: AbortSignal,
): Promise<void> {
  const { queue, changes, onError } = context;
  while (!stopping.aborted) {
    // Listen before looking, so that a job that comes in between is not slept over.
    const next = changes.next(WAKE, POLL_MS, stopping);
    try {
      const delivery = await queue.take();
      if (!delivery) await next;
      else await workOn(context, delivery, running, stopping);
    } catch (error) {
      onError(error, 'a worker failed');
      await next;
    }
  }
}

async function workOn(
  context: WorkerContext,
  delivery: Delivery,
  running: Map<string, AbortController>,
  stopping: AbortSignal,
): Promise<void> {
  const { store, queue, changes, name } = context;
  const row = await store.claim(delivery.videoId, delivery.jobId, name);
  if (row) {
    const controller = new AbortController();
    running.set(row.id, controller);
    if (stopping.aborted) controller.abort(new Ended('shutdown'));
    changes.announce(row.id);
    try {
      await loggedAbout({ video: row.id, attempt: row.attempt }, () => attemptVideo(context, row, controller));
    } finally {
      running.delete(row.id);
      changes.announce(row.id);
    }
  }
  await queue.complete(delivery.jobId);
}

async function attemptVideo(context: WorkerContext, row: ClaimedVideo, controller: AbortController): Promise<void> {
  const { store, folders, storage, metrics, onError } = context;
  const format = outputEnding(row.project.output);
  const began = performance.now();
  const attempt: Attempt = { id: row.id, attempt: row.attempt };
  const work = path.join(folders.work, workFolderOf(row));
  const teller = startTelling(context, attempt, controller);
  // What others need not wait for, and what changes nothing of what was published.
  const tidy = (tidying: Promise<unknown>) =>
    tidying.catch((error) => onError(error, `video ${row.id}: tidying failed`));
  try {
    await mkdir(work, { recursive: true });
    const files = await renderFiles(context, row, work, controller.signal, teller.tell);
    await teller.stop();
    const isOurs = await finish(store, attempt, files);
    if (isOurs) metrics.rendered({ format, took: (performance.now() - began) / 1000, length: files.duration });
    else metrics.ended(format, 'superseded');
    await tidy(isOurs ? removeOtherResults(storage, row.id, files) : removeResults(storage, attempt));
  } catch (error) {
    await teller.stop();
    await tidy(removeUnpublished(store, attempt, storage));
    if (error instanceof Ended) {
      metrics.ended(format, error.why);
      if (error.why === 'shutdown') await store.requeue(row, { crashed: false });
      return;
    }
    const failure = failureOf(error);
    metrics.ended(format, failure.code);
    if (failure.code === 'internal') onError(error, `video ${row.id} failed`);
    await store.fail(attempt, failure);
  } finally {
    await teller.stop();
    await tidy(rm(work, { recursive: true, force: true }));
    await tidy(leaveNothingOfDeleted(store, row.id, storage));
  }
}

/** Says in the row that the result is there. @returns whether it is the video's; else it is nobody's. */
function finish(store: VideoStore, attempt: Attempt, files: FinishedFiles): Promise<boolean> {
  return patiently(async () => (await store.finish(attempt, files)) || (await isPublished(store, attempt)));
}

/** Whether the row names an attempt's result: what a database said last may have been lost on its way, and have been yes. */
async function isPublished(store: VideoStore, { id, attempt }: Attempt): Promise<boolean> {
  const row = await store.get(id);
  return row?.status === 'done' && row.attempt === attempt;
}

async function removeUnpublished(store: VideoStore, attempt: Attempt, storage: Storage): Promise<void> {
  if (!(await isPublished(store, attempt))) await removeResults(storage, attempt);
}

/** Of a video that was deleted while it was worked on, the work may have stored something since. */
async function leaveNothingOfDeleted(store: VideoStore, id: string, storage: Storage): Promise<void> {
  if (!(await store.get(id))) await removeAll(storage, videoPrefix(id));
}

/** Writes progress and signs of life to the row; ends the work when the row is no longer this attempt's. */
function startTelling({ store, changes, onError }: WorkerContext, attempt: Attempt, controller: AbortController) {
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
      if (!(await store.beat(attempt, progress))) controller.abort(new Ended('superseded'));
      if (progress) changes.announce(attempt.id);
    } catch (error) {
      onError(error, 'progress could not be written');
    }
  };
  const tick = () => {
    if (stopped || writing || performance.now() - written < (latest ? PROGRESS_MS : BEAT_MS)) return;
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
