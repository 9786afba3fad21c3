import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { SegmentRow } from '../db/segmentTables.ts';
import { renderSharedSegment } from '../renderer/job/sharedSegment.ts';
import { openProbeCache } from '../renderer/media/probeCache.ts';
import { PainterMismatchError } from '../renderer/segments/sharing.ts';
import { videoKey } from '../storage/keys.ts';
import { makerOf } from '../system/buildIdentity.ts';
import { setSpanAttributes } from '../telemetry/spans.ts';
import type { Attempt } from './jobStore.ts';
import { pinFiles } from './pinFiles.ts';
import type { WorkerContext } from './results.ts';
import { removeUpTo } from './results.ts';
import { retryDatabase } from './retryDatabase.ts';
import { type ClaimedSegment, type Shared, workIdOf } from './segmentStore.ts';
import { segmentFileName, segmentType } from './shareVideo.ts';
import { notedSegments, segmentsIn } from './storedSegments.ts';
import { segmentFolderOf } from './sweepFiles.ts';
import type { Running, WorkKind } from './workKind.ts';
import { WorkAbortedError } from './workKind.ts';

/** Renders one segment of a video. */
export function segmentKind(context: WorkerContext): WorkKind<ClaimedSegment, number> {
  const { segments, storage, metrics, onError } = context;
  return {
    claim: ({ videoId, place = 0, jobId }, worker) => segments.claim(videoId, place, jobId, worker),
    describe: (row) => ({
      id: workIdOf(row),
      name: `segment ${row.place} of video ${row.video_id}`,
      about: { video: row.video_id, segment: row.place, attempt: row.attempt },
      deferrals: row.deferrals,
    }),
    run: (row, running) => renderSegment(context, row, running),
    beat: segments.beat,
    requeue: segments.requeue,
    fail: segments.fail,
    async onFailure(row, outcome) {
      if (typeof outcome === 'string') return setSpanAttributes({ 'cutroom.outcome': outcome });
      metrics.ended('segment', outcome.code);
      const made = { id: row.video_id, attempt: row.planned ?? 0 };
      await removeUpTo(storage, made).catch((error) => onError(error, `video ${row.video_id}: cleanup failed`));
    },
  };
}

/** Stores a segment under a key that only this attempt uses. */
async function renderSegment(
  context: WorkerContext,
  row: SegmentRow,
  { signal, report, stopHeartbeats }: Running<number>,
): Promise<void> {
  const { segments, storage, onError } = context;
  const shared = await retryDatabase(() => segments.shared(row.video_id), signal);
  if (!shared) return;
  // All segments of a video need the same ffmpeg, and a build that understands the plan.
  if (shared.program !== (await makerOf())) return void (await retryDatabase(() => segments.refuse(row), signal));
  const file = segmentFileName(shared.attempt, row.place, row.attempt);
  const key = videoKey(row.video_id, file);
  const began = performance.now();
  const tidy = (tidying: Promise<unknown>) =>
    tidying.catch((error) => onError(error, `video ${row.video_id}: cleanup failed`));
  try {
    const notes = await makeSegment(context, row, shared, { key, signal, tell: report });
    await stopHeartbeats();
    const made = { file, notes, seconds: (performance.now() - began) / 1000 };
    const isOurs = await retryDatabase(
      async () => (await segments.finish(row, made)) || (await isPublished(context, row)),
      signal,
    );
    setSpanAttributes({ 'cutroom.outcome': isOurs ? 'done' : 'superseded' });
    if (!isOurs) await tidy(storage.remove(key));
  } catch (error) {
    await stopHeartbeats();
    await tidy(
      retryDatabase(() => isPublished(context, row), signal).then((isOurs) =>
        isOurs ? undefined : storage.remove(key),
      ),
    );
    if (!(error instanceof PainterMismatchError)) throw error;
    await retryDatabase(() => segments.refuse(row), signal);
  }
}

/** Whether the row names this attempt's file: the connection may have been lost after a successful commit. */
async function isPublished({ segments }: WorkerContext, row: SegmentRow): Promise<boolean> {
  const now = (await segments.all(row.video_id)).find(({ place }) => place === row.place);
  return now?.state === 'done' && now.attempt === row.attempt && now.job_id === row.job_id;
}

/** Renders a segment. @returns its notes. */
async function makeSegment(
  { store, folders, storage, locate, painter, budget }: WorkerContext,
  row: SegmentRow,
  shared: Shared & Attempt,
  { key, signal, tell: report }: { key: string; signal: AbortSignal; tell: (share: number) => void },
): Promise<string[]> {
  const project = await retryDatabase(() => store.project(row.video_id), signal);
  if (!project) throw new WorkAbortedError('superseded');
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
