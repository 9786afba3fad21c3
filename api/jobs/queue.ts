import { randomUUID } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import type { Database, SqlRunner } from '../db/database.ts';

const QUEUE = 'render';
/** Schema of the queue's own tables. */
export const QUEUE_SCHEMA = 'cutroom_jobs';
/** That of earlier releases, whose tables the queue cannot bring up to date: their videos are stranded, and get a job anew. */
const FORMER_SCHEMA = 'cutroom_queue';

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
  // Processes of an earlier release may still work with it where a database is shared.
  if (database.kind === 'embedded') await database.runner.executeSql(`drop schema if exists ${FORMER_SCHEMA} cascade`);
  const boss = new PgBoss({
    db: database.runner,
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
    schema: QUEUE_SCHEMA,
    schedule: false,
  });
  boss.on('error', onError);
  await boss.start();
  await boss.createQueue(QUEUE, {
    retryLimit: 0,
    expireInSeconds: 23 * 3600,
    retentionSeconds: 365 * 24 * 3600,
    deleteAfterSeconds: 3600,
  });
  // It learns of the queue here, and not within a transaction: the embedded database has one connection, which that holds.
  await boss.touch(QUEUE, randomUUID());
  return {
    async send(videoId, transaction, priority) {
      const id = randomUUID();
      const sent = await boss.send(QUEUE, { videoId }, { id, priority, db: transaction });
      if (sent !== id) throw new Error('The queue took no job.');
      return id;
    },
    async drop(jobId, transaction) {
      await boss.deleteJob(QUEUE, jobId, { db: transaction });
    },
    async take() {
      const [job] = await boss.fetch<{ videoId: string }>(QUEUE);
      return job ? { jobId: job.id, videoId: job.data.videoId } : undefined;
    },
    async complete(jobId) {
      await boss.complete(QUEUE, jobId);
    },
    stop: () => boss.stop({ graceful: false }),
  };
}
