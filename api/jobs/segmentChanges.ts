import { sql, type Transaction } from 'kysely';
import { type Database, sqlRunner } from '../db/database.ts';
import type { SegmentRow } from '../db/segmentTables.ts';
import type { StoredError, Tables } from '../db/tables.ts';
import { failure } from './failures.ts';
import { onVideoEnd } from './onVideoEnd.ts';
import type { Queue } from './queue.ts';

/**
 * Locks a video's row before its segments change. Of two concurrent changes, one then sees the other, and the lock
 * order matches that of ending a video.
 */
export async function lockVideo(transaction: Transaction<Tables>, id: string): Promise<void> {
  await transaction.selectFrom('videos').select('id').where('id', '=', id).forUpdate().execute();
}

/** Sends the job that joins a video, once all its segments are done, with the turn of the last one. */
export async function joinAfterLast(
  transaction: Transaction<Tables>,
  queue: Queue,
  { video_id: videoId, turn }: Pick<SegmentRow, 'video_id' | 'turn'>,
): Promise<void> {
  const open = await transaction
    .selectFrom('segments')
    .select('place')
    .where('video_id', '=', videoId)
    .where('state', '<>', 'done')
    .limit(1)
    .execute();
  if (open.length > 0) return;
  const job = await queue.send({ queue: 'join', videoId }, sqlRunner(transaction), { priority: -turn });
  await transaction
    .updateTable('videos')
    .set({ stage: 'join', job_id: job, worker: null, turn })
    .where('id', '=', videoId)
    .execute();
}

/** Resets a video's crash counters after progress: the video did not cause the earlier crashes. */
export async function resetCrashes(transaction: Transaction<Tables>, videoId: string): Promise<void> {
  await transaction
    .updateTable('videos')
    .set({ crashes: 0, crash: null })
    .where('id', '=', videoId)
    .where('crashes', '>', 0)
    .execute();
}

/** Fails a video and stops the work on its segments. */
export async function failVideo(
  transaction: Transaction<Tables>,
  queue: Queue,
  videoId: string,
  error: StoredError,
): Promise<void> {
  await transaction
    .updateTable('videos')
    .set(failure(error))
    .where('id', '=', videoId)
    .where('state', '=', 'running')
    .where('stage', '=', 'segments')
    .execute();
  await onVideoEnd(transaction, queue, videoId);
}

/** Updates a video's progress from its segments. */
export async function updateVideoProgress(db: Database['db'], videoId: string): Promise<void> {
  await sql`
    update videos v set beat_at = now(), progress = greatest(v.progress, p.share),
      progress_text = 'Rendering ... ' || round(100 * greatest(v.progress, p.share)) || '%'
    from (
      select 0.08 + 0.88 * sum(progress * frames) / greatest(sum(frames), 1) as share
      from segments where video_id = ${videoId}
    ) p
    where v.id = ${videoId} and v.state = 'running' and v.stage = 'segments'`.execute(db);
}
