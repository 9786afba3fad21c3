import { randomUUID } from 'node:crypto';
import PgBoss from 'pg-boss';
import type { Database, SqlRunner } from '../db/database.ts';

const QUEUE = 'render';
/** Schema of the queue's own tables. */
export const QUEUE_SCHEMA = 'cutroom_queue';

/** A delivery: this video is to be worked on, under this job. */
export interface Delivery {
  jobId: string;
  videoId: string;
}

/** The job queue. It delivers at least once; the videos' rows decide whether a delivery still counts. */
export interface Queue {
  /** Adds a job inside the caller's transaction. @param priority the highest is taken first, of equals the oldest. @returns the job's id. */
  send(videoId: string, transaction: SqlRunner, priority: number): Promise<string>;
  /** Forgets a job inside the caller's transaction. */
  drop(jobId: string, transaction: SqlRunner): Promise<void>;
  /** The next job, if there is one. */
  take(): Promise<Delivery | undefined>;
  /** Ends a job that was taken. */
  complete(jobId: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Opens the queue on the service's database and brings its tables up to date.
 * Retries are ours, not the queue's: a job that must run again is dropped and sent anew under another id, so that
 * whatever a worker that lost it says of the old id has no effect. The expiry is therefore only a last resort.
 */
export async function openQueue(database: Database, onError: (error: unknown) => void): Promise<Queue> {
  const boss = new PgBoss({
    db: database.runner as PgBoss.Db,
    schema: QUEUE_SCHEMA,
    schedule: false,
    archiveCompletedAfterSeconds: 3600,
    deleteAfterDays: 1,
  });
  boss.on('error', onError);
  await boss.start();
  await boss.createQueue(QUEUE, { name: QUEUE, retryLimit: 0, expireInHours: 23, retentionDays: 365 });
  return {
    async send(videoId, transaction, priority) {
      const id = randomUUID();
      const sent = await boss.send(QUEUE, { videoId }, { id, priority, db: transaction as PgBoss.Db });
      if (sent !== id) throw new Error('The queue took no job.');
      return id;
    },
    drop: (jobId, transaction) => boss.deleteJob(QUEUE, jobId, { db: transaction as PgBoss.Db }),
    async take() {
      const [job] = await boss.fetch<{ videoId: string }>(QUEUE);
      return job ? { jobId: job.id, videoId: job.data.videoId } : undefined;
    },
    complete: (jobId) => boss.complete(QUEUE, jobId),
    stop: () => boss.stop({ graceful: false }),
  };
}
