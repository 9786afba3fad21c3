import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { SegmentRow } from '../db/segmentTables.ts';
import type { StoredError } from '../db/tables.ts';
import { renderSharedSegment } from '../renderer/job/sharedSegment.ts';
import { openProbeCache } from '../renderer/media/probeCache.ts';
import { PainterMismatchError } from '../renderer/segments/sharing.ts';
import { videoKey } from '../storage/keys.ts';
import { makerOf } from '../system/buildIdentity.ts';
import { setSpanAttributes } from '../telemetry/spans.ts';
import { handleFailure } from './handleFailure.ts';
import { startHeartbeats } from './heartbeats.ts';
import { WAKE } from './jobChanges.ts';
import type { Attempt } from './jobStore.ts';
import { pinFiles } from './pinFiles.ts';
import { removeUpTo } from './results.ts';
import { retryDatabase } from './retryDatabase.ts';
import type { Shared } from './segmentStore.ts';
import { segmentFileName, segmentType } from './shareVideo.ts';
import { notedSegments, segmentsIn } from './storedSegments.ts';
import { segmentFolderOf } from './sweepWork.ts';
import { WorkAborted } from './workAborted.ts';
import type { WorkerContext } from './workerContext.ts';

/** Renders one segment of a video and stores it under a key that only this attempt uses. */
export async function attemptSegment(
  context: WorkerContext,
  row: SegmentRow,
  controller: AbortController,
): Promise<void> {
  const { segments, storage, changes, onError } = context;
  const { signal } = controller;
  const shared = await retryDatabase(() => segments.shared(row.video_id), signal);
  if (!shared) return;
  // All segments of a video need the same ffmpeg, and a build that understands the plan.
  if (shared.program !== (await makerOf())) return void (await retryDatabase(() => segments.refuse(row), signal));
  const file = segmentFileName(shared.attempt, row.place, row.attempt);
  const key = videoKey(row.video_id, file);
  const beat = (progress?: number) => segments.beat(row, progress);
  const teller = startHeartbeats({ beat, videoId: row.video_id, changes, onError }, controller);
  const began = performance.now();
  const tidy = (tidying: Promise<unknown>) =>
    tidying.catch((error) => onError(error, `video ${row.video_id}: cleanup failed`));
  try {
    const notes = await makeSegment(context, row, shared, { key, signal, tell: teller.report });
    await teller.stop();
    const made = { file, notes, seconds: (performance.now() - began) / 1000 };
    const isOurs = await retryDatabase(
      async () => (await segments.finish(row, made)) || (await isPublished(context, row)),
      signal,
    );
    setSpanAttributes({ 'cutroom.outcome': isOurs ? 'done' : 'superseded' });
    if (isOurs) changes.announce(WAKE);
    else await tidy(storage.remove(key));
  } catch (error) {
    await teller.stop();
    await tidy(
      retryDatabase(() => isPublished(context, row), signal).then((isOurs) =>
        isOurs ? undefined : storage.remove(key),
      ),
    );
    if (error instanceof WorkAborted) {
      setSpanAttributes({ 'cutroom.outcome': error.why });
      if (error.why === 'shutdown') await segments.requeue(row, 'interrupted');
      return;
    }
    if (error instanceof PainterMismatchError) return void (await retryDatabase(() => segments.refuse(row), signal));
    const failed = await handleFailure(context, workOf(context, row), error, signal);
    if (!failed) return;
    context.metrics.ended('segment', failed.code);
    await tidy(removeUpTo(storage, { id: row.video_id, attempt: shared.attempt }));
  } finally {
    await teller.stop();
  }
}

/** Describes a segment's work for giveUp. */
function workOf({ segments }: WorkerContext, row: SegmentRow) {
  return {
    name: `segment ${row.place} of video ${row.video_id}`,
    deferrals: row.deferrals,
    defer: () => segments.requeue(row, 'deferred'),
    fail: (error: StoredError) => segments.fail(row, error),
  };
}

/** Whether the row names this attempt's file: the connection may have been lost after a successful commit. */
async function isPublished({ segments }: WorkerContext, row: SegmentRow): Promise<boolean> {
  const now = (await segments.all(row.video_id)).find(({ place }) => place === row.place);
  return now?.status === 'done' && now.attempt === row.attempt && now.job_id === row.job_id;
}

/** Renders a segment. @returns its notes. */
async function makeSegment(
  { store, folders, storage, locate, painter, budget }: WorkerContext,
  row: SegmentRow,
  shared: Shared & Attempt,
  { key, signal, tell: report }: { key: string; signal: AbortSignal; tell: (share: number) => void },
): Promise<string[]> {
  const project = await retryDatabase(() => store.project(row.video_id), signal);
  if (!project) throw new WorkAborted('superseded');
  const work = path.join(folders.work, segmentFolderOf(shared.attempt, row));
  const notes: string[] = [];
  const { release, ...files } = pinFiles(locate, signal);
  try {
    await mkdir(work, { recursive: true });
    const out = path.join(work, 'results', 'segment');
    const { noted, keyIfThere } = notedSegments(segmentsIn(storage, signal));
    const name = await renderSharedSegment(project, shared.plan, row.place, {
      ...{ workDir: work, out, signal, painter, budget, fontsDir: folders.fonts, cacheDir: folders.segments },
      farSegments: noted,
      ...files,
      probe: openProbeCache(folders.probes),
      onProgress: report,
      onNote: (text) => void notes.push(text),
    });
    await storage.put(key, out, { ...segmentType, sameAs: keyIfThere(name), signal });
    return notes;
  } finally {
    release();
    await rm(work, { recursive: true, force: true });
  }
}
