import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { outputExtension } from '../../engine/project/output.ts';
import type { ClaimedVideo } from '../db/tables.ts';
import type { Progress } from '../renderer/job/render.ts';
import { HandedOverError } from '../renderer/segments/sharing.ts';
import { videoPrefix } from '../storage/keys.ts';
import { removeAll, type Storage } from '../storage/storage.ts';
import { setSpanAttributes } from '../telemetry/spans.ts';
import type { Attempt, FinishedFiles, VideoStore } from './jobStore.ts';
import type { WorkerContext } from './results.ts';
import { removeOtherResults, removeResults, removeUpTo, renderFiles } from './results.ts';
import { retryDatabase } from './retryDatabase.ts';
import { workFolderOf } from './sweepFiles.ts';
import type { Running, WorkKind } from './workKind.ts';

/** Renders a video, hands its segments over, or joins them. */
export function videoKind(context: WorkerContext): WorkKind<ClaimedVideo, Progress> {
  const { store, storage, metrics, onError } = context;
  return {
    claim: ({ videoId, jobId }, worker) => store.claim(videoId, jobId, worker),
    describe: ({ id, attempt, deferrals }) => ({
      ...{ id, name: `video ${id}`, about: { video: id, attempt }, deferrals },
    }),
    run: (row, running) => renderVideo(context, row, running),
    beat: store.beat,
    requeue: store.requeue,
    fail: store.fail,
    async onFailure(row, outcome) {
      const format = outputExtension(row.project.output);
      metrics.ended(format, typeof outcome === 'string' ? outcome : outcome.code);
      if (typeof outcome === 'string') return;
      await removeUpTo(storage, row).catch((error) => onError(error, `video ${row.id}: cleanup failed`));
    },
  };
}

async function renderVideo(
  context: WorkerContext,
  row: ClaimedVideo,
  { signal, report, stopHeartbeats, pause }: Running<Progress>,
): Promise<void> {
  const { store, segments, folders, storage, metrics, onError } = context;
  const format = outputExtension(row.project.output);
  const began = performance.now();
  const attempt: Attempt = { id: row.id, attempt: row.attempt };
  const work = path.join(folders.work, workFolderOf(row));
  // Cleanup whose failure does not affect the published result.
  const tidy = (tidying: Promise<unknown>) =>
    tidying.catch((error) => onError(error, `video ${row.id}: cleanup failed`));
  try {
    await mkdir(work, { recursive: true });
    const telling = { segments, onProgress: report, pause };
    const { sharedSeconds, ...files } = await renderFiles(context, row, work, signal, telling);
    await stopHeartbeats();
    const isOurs = await finish(store, attempt, files, signal);
    const took = sharedSeconds + (performance.now() - began) / 1000;
    if (isOurs) metrics.rendered({ format, took, length: files.duration });
    else metrics.ended(format, 'superseded');
    await tidy(isOurs ? removeOtherResults(storage, row.id, files) : removeResults(storage, attempt));
  } catch (error) {
    await stopHeartbeats();
    if (error instanceof HandedOverError) {
      return setSpanAttributes({ 'cutroom.outcome': 'handed-over' });
    }
    await tidy(removeUnpublished(store, attempt, storage, signal));
    throw error;
  } finally {
    await tidy(rm(work, { recursive: true, force: true }));
    await tidy(leaveNothingOfDeleted(store, row.id, storage));
  }
}

/** Publishes the result. @returns whether it counts; otherwise it must be discarded. */
function finish(store: VideoStore, attempt: Attempt, files: FinishedFiles, signal: AbortSignal): Promise<boolean> {
  return retryDatabase(async () => (await store.finish(attempt, files)) || (await isPublished(store, attempt)), signal);
}

/** Whether the row names this attempt's result: the connection may have been lost after a successful commit. */
async function isPublished(store: VideoStore, { id, attempt }: Attempt): Promise<boolean> {
  const row = await store.get(id);
  return row?.state === 'done' && row.attempt === attempt;
}

async function removeUnpublished(store: VideoStore, attempt: Attempt, storage: Storage, signal: AbortSignal) {
  if (!(await retryDatabase(() => isPublished(store, attempt), signal))) await removeResults(storage, attempt);
}

/** Deletes files that work stored after its video was deleted. */
async function leaveNothingOfDeleted(store: VideoStore, id: string, storage: Storage): Promise<void> {
  if (!(await store.get(id))) await removeAll(storage, videoPrefix(id));
}
