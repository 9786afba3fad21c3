import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { outputExtension } from '../../engine/project/output.ts';
import type { ClaimedVideo, StoredError } from '../db/tables.ts';
import type { Progress } from '../renderer/job/render.ts';
import { HandedOverError } from '../renderer/segments/sharing.ts';
import { videoPrefix } from '../storage/keys.ts';
import { removeAll, type Storage } from '../storage/storage.ts';
import { loggedAbout } from '../system/log.ts';
import { setSpanAttributes, traced } from '../telemetry/spans.ts';
import { handleFailure, waitForRest } from './handleFailure.ts';
import { startHeartbeats } from './heartbeats.ts';
import { WAKE } from './jobChanges.ts';
import { jobSpan } from './jobSpan.ts';
import type { Attempt, FinishedFiles, VideoStore } from './jobStore.ts';
import type { Delivery } from './queue.ts';
import { removeOtherResults, removeResults, removeUpTo, renderFiles } from './results.ts';
import { retryDatabase } from './retryDatabase.ts';
import { workIdOf } from './segmentStore.ts';
import { attemptSegment } from './segmentWork.ts';
import { type Pause, runSlots, type Taken } from './slots.ts';
import { SUSPECTS } from './suspects.ts';
import { workFolderOf } from './sweepWork.ts';
import { WorkAborted } from './workAborted.ts';
import type { WorkerContext } from './workerContext.ts';

/** The render workers of a process. */
export interface Worker {
  /** Checks for a job at once. */
  wake(): void;
  /** Aborts the work on a video in this process, if any: kills its ffmpeg. */
  abort(id: string): void;
  /** Ids of the videos rendered here, and of segments, see workIdOf. */
  active(): readonly string[];
  /** Takes no more jobs, aborts running ones and puts them back into the queue. */
  stop(): Promise<void>;
}

/** Starts the workers. @param slots number of concurrent jobs. */
export function startWorker(settings: Omit<WorkerContext, 'rest'>, slots: number): Worker {
  const context: WorkerContext = { ...settings, rest: { until: 0 } };
  const running = new Map<string, AbortController>();
  const stopping = new AbortController();
  const fetchJob = async (): Promise<Taken | undefined> => {
    const isReady = !stopping.signal.aborted && performance.now() >= context.rest.until;
    if (!isReady) return undefined;
    const leave = context.suspects.enter();
    const delivery = await context.queue.fetchJob(leave !== undefined).catch((error: unknown) => {
      leave?.();
      throw error;
    });
    if (delivery?.group !== SUSPECTS) leave?.();
    if (!delivery) return undefined;
    const work = (pause: Pause) => workOn(context, delivery, { running, stopping: stopping.signal, pause });
    return (pause) => traced(context.tracer, jobSpan(delivery), () => work(pause)).finally(leave);
  };
  const ready = () => waitForRest(context, stopping.signal);
  const ended = runSlots(slots, { ...context, ready, fetchJob: fetchJob }, stopping.signal);
  return {
    wake: () => context.changes.announce(WAKE),
    abort(id) {
      for (const [workId, controller] of running)
        if (workId === id || workId.startsWith(`${id}/`)) controller.abort(new WorkAborted('cancelled'));
    },
    active: () => [...running.keys()],
    async stop() {
      stopping.abort();
      for (const controller of running.values()) controller.abort(new WorkAborted('shutdown'));
      await ended;
    },
  };
}

/** The environment of a job. */
interface Place {
  running: Map<string, AbortController>;
  stopping: AbortSignal;
  pause: Pause;
}

async function workOn(context: WorkerContext, delivery: Delivery, place: Place): Promise<void> {
  const { running, stopping, pause } = place;
  const work = await claim(context, delivery);
  if (work) {
    const controller = new AbortController();
    running.set(work.id, controller);
    setSpanAttributes({ 'cutroom.attempt': work.about.attempt });
    if (stopping.aborted) controller.abort(new WorkAborted('shutdown'));
    context.changes.announce(delivery.videoId);
    try {
      await loggedAbout(work.about, () => work.attempt(controller, () => pause(controller.signal)));
    } finally {
      running.delete(work.id);
      context.changes.announce(delivery.videoId);
    }
  }
  await retryDatabase(() => context.queue.complete(delivery), stopping);
}

/** A started attempt. */
interface Claimed {
  id: string;
  /** Extra fields of its log lines. */
  about: Record<string, string | number | undefined>;
  attempt: (controller: AbortController, pause: () => Promise<void>) => Promise<void>;
}

/** Starts the attempt of a delivery; undefined if it no longer counts. */
async function claim(context: WorkerContext, { videoId, place, jobId }: Delivery): Promise<Claimed | undefined> {
  const { store, segments, name } = context;
  if (place === undefined) {
    const row = await store.claim(videoId, jobId, name);
    const about = { video: videoId, attempt: row?.attempt };
    return row && { id: row.id, about, attempt: (controller, pause) => attemptVideo(context, row, controller, pause) };
  }
  const row = await segments.claim(videoId, place, jobId, name);
  const about = { video: videoId, segment: place, attempt: row?.attempt };
  return row && { id: workIdOf(row), about, attempt: (controller) => attemptSegment(context, row, controller) };
}

async function attemptVideo(
  context: WorkerContext,
  row: ClaimedVideo,
  controller: AbortController,
  pause: () => Promise<void>,
): Promise<void> {
  const { store, segments, folders, storage, metrics, changes, onError } = context;
  const format = outputExtension(row.project.output);
  const began = performance.now();
  const attempt: Attempt = { id: row.id, attempt: row.attempt };
  const work = path.join(folders.work, workFolderOf(row));
  const beat = (progress?: Progress) => store.beat(attempt, progress);
  const teller = startHeartbeats({ beat, videoId: row.id, changes, onError }, controller);
  // Cleanup whose failure does not affect the published result.
  const tidy = (tidying: Promise<unknown>) =>
    tidying.catch((error) => onError(error, `video ${row.id}: cleanup failed`));
  try {
    await mkdir(work, { recursive: true });
    const telling = { segments, onProgress: teller.report, pause };
    const { sharedSeconds, ...files } = await renderFiles(context, row, work, controller.signal, telling);
    await teller.stop();
    const isOurs = await finish(store, attempt, files, controller.signal);
    const took = sharedSeconds + (performance.now() - began) / 1000;
    if (isOurs) metrics.rendered({ format, took, length: files.duration });
    else metrics.ended(format, 'superseded');
    await tidy(isOurs ? removeOtherResults(storage, row.id, files) : removeResults(storage, attempt));
  } catch (error) {
    await teller.stop();
    if (error instanceof HandedOverError) {
      setSpanAttributes({ 'cutroom.outcome': 'handed-over' });
      return changes.announce(WAKE);
    }
    await tidy(removeUnpublished(store, attempt, storage, controller.signal));
    if (error instanceof WorkAborted) {
      metrics.ended(format, error.why);
      if (error.why === 'shutdown') await store.requeue(row, 'interrupted');
      return;
    }
    const failed = await handleFailure(context, workOf(context, row), error, controller.signal);
    metrics.ended(format, failed?.code ?? 'superseded');
    if (failed) await tidy(removeUpTo(storage, attempt));
  } finally {
    await teller.stop();
    await tidy(rm(work, { recursive: true, force: true }));
    await tidy(leaveNothingOfDeleted(store, row.id, storage));
  }
}

/** Describes a video's work for giveUp. */
function workOf({ store }: WorkerContext, row: ClaimedVideo) {
  return {
    name: `video ${row.id}`,
    deferrals: row.deferrals,
    defer: () => store.requeue(row, 'deferred'),
    fail: (error: StoredError) => store.fail(row, error),
  };
}

/** Publishes the result. @returns whether it counts; otherwise it must be discarded. */
function finish(store: VideoStore, attempt: Attempt, files: FinishedFiles, signal: AbortSignal): Promise<boolean> {
  return retryDatabase(async () => (await store.finish(attempt, files)) || (await isPublished(store, attempt)), signal);
}

/** Whether the row names this attempt's result: the connection may have been lost after a successful commit. */
async function isPublished(store: VideoStore, { id, attempt }: Attempt): Promise<boolean> {
  const row = await store.get(id);
  return row?.status === 'done' && row.attempt === attempt;
}

async function removeUnpublished(store: VideoStore, attempt: Attempt, storage: Storage, signal: AbortSignal) {
  if (!(await retryDatabase(() => isPublished(store, attempt), signal))) await removeResults(storage, attempt);
}

/** Deletes files that work stored after its video was deleted. */
async function leaveNothingOfDeleted(store: VideoStore, id: string, storage: Storage): Promise<void> {
  if (!(await store.get(id))) await removeAll(storage, videoPrefix(id));
}
