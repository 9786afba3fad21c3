import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { outputEnding } from '../../engine/project/output.ts';
import type { ClaimedVideo, StoredError } from '../db/tables.ts';
import type { Progress } from '../renderer/render.ts';
import { HandedOver } from '../renderer/segments/sharing.ts';
import { videoPrefix } from '../storage/keys.ts';
import { removeAll, type Storage } from '../storage/storage.ts';
import { loggedAbout } from '../system/log.ts';
import { tellSpan, traced } from '../telemetry/spans.ts';
import { WAKE } from './changes.ts';
import { Ended } from './ended.ts';
import { giveUp, rested } from './giveUp.ts';
import { jobSpan } from './jobSpan.ts';
import { workFolderOf } from './leftovers.ts';
import { outlast } from './outlast.ts';
import type { Delivery } from './queue.ts';
import { removeOtherResults, removeResults, removeUpTo, renderFiles } from './results.ts';
import { workIdOf } from './segmentStore.ts';
import { attemptSegment } from './segmentWork.ts';
import { type Pause, runSlots, type Taken } from './slots.ts';
import type { Attempt, FinishedFiles, VideoStore } from './store.ts';
import { SUSPECTS } from './suspects.ts';
import { startTelling } from './telling.ts';
import type { WorkerContext } from './workerContext.ts';

/** The render workers of a process. */
export interface Worker {
  /** A job may be there: look at once. */
  wake(): void;
  /** Ends the work on a video in this process, if there is any: its ffmpeg is killed. */
  abort(id: string): void;
  /** Ids of the videos that are worked on here, and those of segments, see workIdOf. */
  active(): readonly string[];
  /** Takes no more jobs, ends running ones and puts them back into the queue. */
  stop(): Promise<void>;
}

/** Starts workers. @param slots how many videos are rendered at a time. */
export function startWorker(given: Omit<WorkerContext, 'rest'>, slots: number): Worker {
  const context: WorkerContext = { ...given, rest: { until: 0 } };
  const running = new Map<string, AbortController>();
  const stopping = new AbortController();
  const take = async (): Promise<Taken | undefined> => {
    const isReady = !stopping.signal.aborted && performance.now() >= context.rest.until;
    if (!isReady) return undefined;
    const leave = context.suspects.enter();
    const delivery = await context.queue.take(leave !== undefined).catch((error: unknown) => {
      leave?.();
      throw error;
    });
    if (delivery?.group !== SUSPECTS) leave?.();
    if (!delivery) return undefined;
    const work = (pause: Pause) => workOn(context, delivery, { running, stopping: stopping.signal, pause });
    return (pause) => traced(context.tracer, jobSpan(delivery), () => work(pause)).finally(leave);
  };
  const ready = () => rested(context, stopping.signal);
  const ended = runSlots(slots, { ...context, ready, take }, stopping.signal);
  return {
    wake: () => context.changes.announce(WAKE),
    abort(id) {
      for (const [workId, controller] of running)
        if (workId === id || workId.startsWith(`${id}/`)) controller.abort(new Ended('cancelled'));
    },
    active: () => [...running.keys()],
    async stop() {
      stopping.abort();
      for (const controller of running.values()) controller.abort(new Ended('shutdown'));
      await ended;
    },
  };
}

/** Where a job runs. */
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
    tellSpan({ 'cutroom.attempt': work.about.attempt });
    if (stopping.aborted) controller.abort(new Ended('shutdown'));
    context.changes.announce(delivery.videoId);
    try {
      await loggedAbout(work.about, () => work.attempt(controller, () => pause(controller.signal)));
    } finally {
      running.delete(work.id);
      context.changes.announce(delivery.videoId);
    }
  }
  await outlast(() => context.queue.complete(delivery), stopping);
}

/** Work that was begun. */
interface Claimed {
  id: string;
  /** What its lines of the log have beside. */
  about: Record<string, string | number | undefined>;
  attempt: (controller: AbortController, pause: () => Promise<void>) => Promise<void>;
}

/** Starts what a delivery brings; nothing where it no longer counts. */
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
  const format = outputEnding(row.project.output);
  const began = performance.now();
  const attempt: Attempt = { id: row.id, attempt: row.attempt };
  const work = path.join(folders.work, workFolderOf(row));
  const beat = (progress?: Progress) => store.beat(attempt, progress);
  const teller = startTelling({ beat, videoId: row.id, changes, onError }, controller);
  // What others need not wait for, and what changes nothing of what was published.
  const tidy = (tidying: Promise<unknown>) =>
    tidying.catch((error) => onError(error, `video ${row.id}: tidying failed`));
  try {
    await mkdir(work, { recursive: true });
    const telling = { segments, onProgress: teller.tell, pause };
    const { sharedSeconds, ...files } = await renderFiles(context, row, work, controller.signal, telling);
    await teller.stop();
    const isOurs = await finish(store, attempt, files, controller.signal);
    const took = sharedSeconds + (performance.now() - began) / 1000;
    if (isOurs) metrics.rendered({ format, took, length: files.duration });
    else metrics.ended(format, 'superseded');
    await tidy(isOurs ? removeOtherResults(storage, row.id, files) : removeResults(storage, attempt));
  } catch (error) {
    await teller.stop();
    if (error instanceof HandedOver) {
      tellSpan({ 'cutroom.outcome': 'handed-over' });
      return changes.announce(WAKE);
    }
    await tidy(removeUnpublished(store, attempt, storage, controller.signal));
    if (error instanceof Ended) {
      metrics.ended(format, error.why);
      if (error.why === 'shutdown') await store.requeue(row, 'interrupted');
      return;
    }
    const failed = await giveUp(context, workOf(context, row), error, controller.signal);
    metrics.ended(format, failed?.code ?? 'superseded');
    if (failed) await tidy(removeUpTo(storage, attempt));
  } finally {
    await teller.stop();
    await tidy(rm(work, { recursive: true, force: true }));
    await tidy(leaveNothingOfDeleted(store, row.id, storage));
  }
}

/** A video's work, where it fails. */
function workOf({ store }: WorkerContext, row: ClaimedVideo) {
  return {
    name: `video ${row.id}`,
    deferrals: row.deferrals,
    defer: () => store.requeue(row, 'deferred'),
    fail: (error: StoredError) => store.fail(row, error),
  };
}

/** Says in the row that the result is there. @returns whether it is the video's; else it is nobody's. */
function finish(store: VideoStore, attempt: Attempt, files: FinishedFiles, signal: AbortSignal): Promise<boolean> {
  return outlast(async () => (await store.finish(attempt, files)) || (await isPublished(store, attempt)), signal);
}

/** Whether the row names an attempt's result: what a database said last may have been lost on its way, and have been yes. */
async function isPublished(store: VideoStore, { id, attempt }: Attempt): Promise<boolean> {
  const row = await store.get(id);
  return row?.status === 'done' && row.attempt === attempt;
}

async function removeUnpublished(store: VideoStore, attempt: Attempt, storage: Storage, signal: AbortSignal) {
  if (!(await outlast(() => isPublished(store, attempt), signal))) await removeResults(storage, attempt);
}

/** Of a video that was deleted while it was worked on, the work may have stored something since. */
async function leaveNothingOfDeleted(store: VideoStore, id: string, storage: Storage): Promise<void> {
  if (!(await store.get(id))) await removeAll(storage, videoPrefix(id));
}
