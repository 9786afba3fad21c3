import type { Transaction } from 'kysely';
import { sqlRunner } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { Queue } from './queue.ts';

/** Deletes a video's segments, their jobs and the shared plan. Workers that are rendering a segment lose it. */
export async function clearShared(transaction: Transaction<Tables>, queue: Queue, videoId: string): Promise<void> {
  const open = await transaction
    .selectFrom('segments')
    .select('job_id')
    .where('video_id', '=', videoId)
    .where('state', '<>', 'done')
    .execute();
  const jobs = open.flatMap(({ job_id }) => (job_id === null ? [] : [job_id]));
  await queue.drop('segment', jobs, sqlRunner(transaction));
  await transaction.deleteFrom('renders').where('video_id', '=', videoId).execute();
}
