import { sql, type Transaction } from 'kysely';
import { type Database, sqlRunner } from '../db/database.ts';
import { storableJson, storableText } from '../db/storable.ts';
import type { ClaimedVideo, StoredError, Tables, VideoRow } from '../db/tables.ts';
import type { RenderResult } from '../renderer/job/render.ts';
import { crashedError, failure } from './failures.ts';
import { onVideoEnd } from './onVideoEnd.ts';
import type { Queue, Work } from './queue.ts';
import { changed, createRecoverable } from './recoverable.ts';
import { expectFewOpen, lockParty, nextTurn } from './turns.ts';
import {
  createVideoQueries,
  isOpen,
  isWaiting,
  projectOf,
  release,
  selectByKey,
  selectByKeyFrom,
  videoColumns,
} from './videoQueries.ts';
import { addWebhook, type NewWebhook } from './webhookStore.ts';

/** A new video. */
export interface NewJob {
  id: string;
  owner: string;
  /** See Requester. */
  party: string;
  name: string | null;
  idempotencyKey: string | null;
  /**
   * Hash of the requester's address, if it has no session and may repeat its key without one, see routes/replays.ts.
   */
  askedFrom?: string | null;
  /** SHA-256 of the request body. */
  requestHash: string;
  /** Length of the result in seconds; default: 0. */
  seconds?: number;
  /** Project as JSON text that the database can store, see storableJson. */
  project: string;
  /** Notes about ignored parts of the request, in sentences; default: none. */
  notes?: readonly string[];
  /** Receives a call when the video ends. */
  webhook?: NewWebhook | undefined;
}

/** One attempt at a video: the right to write to its row until another attempt starts. */
export interface Attempt {
  id: string;
  attempt: number;
}

/** Throws if a party has reached a quota. */
type ExpectAllowed = (change: Transaction<Tables>) => Promise<void>;

/** Seconds before a job left to a later release can be taken again. */
const LEFT_SECONDS = 5;
/** Progress of a video before its first attempt. */
export const notBegun = { progress: 0, progress_text: 'Loading ...' };

/** All access to the rows of videos. A worker's write carries its attempt and has no effect once that is over. */
export type VideoStore = ReturnType<typeof createStore>;

/** Creates the store of videos; a row and its job are always written together. @param maxOpen open videos per party; default: see kinds. */
export function createStore(database: Pick<Database, 'db'>, queue: Queue, maxOpen?: number) {
  const { db } = database;
  const ours = ({ id, attempt }: Attempt, on: Database['db'] | Transaction<Tables> = db) =>
    on.updateTable('videos').where('id', '=', id).where('attempt', '=', attempt).where('state', '=', 'running');
  return {
    ...createRecoverable<VideoRow>(database, queue, {
      table: 'videos',
      columns: videoColumns,
      keyOf: ({ id }) => ({ id }),
      isOpen,
      workOf: jobOf,
      // A video that waits to be joined retains its progress.
      queued: ({ stage }) => (stage === 'join' ? {} : { state: 'queued', ...notBegun }),
      crashed: failure(crashedError),
      onCrashed: (transaction, { id }) => onVideoEnd(transaction, queue, id),
    }),
    ...createVideoQueries(db),

    /**
     * Adds a video with its job. If the owner used the idempotency key before, returns the earlier video and adds
     * nothing.
     * @param expectAllowed called inside the transaction, serialized per party; an error that it throws rolls back.
     * @throws TooManyOpenError
     */
    add: (job: NewJob, expectAllowed: ExpectAllowed = async () => undefined) =>
      db.transaction().execute((transaction) => addVideo(transaction, queue, job, { maxOpen, expectAllowed })),

    /** Cancels an open video. @returns false if it is not open. */
    cancel: (id: string): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable('videos')
          .set({ state: 'canceled', progress_text: 'Canceled', finished_at: sql`now()` })
          .where('id', '=', id)
          .where('state', 'in', ['queued', 'running'])
          .returning(['id', 'job_id', 'stage'])
          .executeTakeFirst();
        if (!row) return false;
        await queue.drop(jobOf(row).queue, [row.job_id], sqlRunner(transaction));
        await onVideoEnd(transaction, queue, row.id);
        return true;
      }),

    /** Deletes the row of a finished video. @returns whether it was deleted. */
    async remove(id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('videos')
        .where('id', '=', id)
        .where('state', 'in', ['done', 'failed', 'canceled'])
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /**
     * Starts an attempt; earlier ones lose the row. Returns undefined if the delivery no longer counts. A project
     * written by a later release is also left, since this one may not understand it: it is delivered again after a
     * while.
     */
    async claim(id: string, jobId: string, worker: string): Promise<ClaimedVideo | undefined> {
      const row = await db
        .updateTable('videos')
        .set({ attempt: sql`attempt + 1`, worker, beat_at: sql`now()`, state: 'running' })
        .where('id', '=', id)
        .where('job_id', '=', jobId)
        .where('release', '<=', release)
        .where(isWaiting)
        .returningAll()
        .executeTakeFirst();
      if (row) return { ...row, project: projectOf(row) };
      await leaveToLaterRelease(db, queue, jobId);
      return undefined;
    },

    /** Sends a heartbeat with progress. @returns whether the attempt still owns the row. */
    async beat(attempt: Attempt, progress?: { ratio: number; text: string }): Promise<boolean> {
      // Progress never decreases: a join starts where the segments ended.
      const set = progress
        ? {
            progress: sql<number>`greatest(progress, ${progress.ratio}::double precision)`,
            progress_text: sql<string>`case when progress > ${progress.ratio}::double precision then progress_text else ${progress.text} end`,
          }
        : {};
      return changed(
        await ours(attempt)
          .set({ ...set, beat_at: sql`now()` })
          .executeTakeFirst(),
      );
    },

    /** Publishes the result. @returns false if the attempt has lost the row; its result must be discarded. */
    finish: (attempt: Attempt, result: FinishedFiles): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const { file, poster, notes, mime, width, height, duration, size } = result;
        const facts = { file, poster, mime, width, height, duration, size, notes: storableJson(notes) };
        const done = { progress: 1, progress_text: 'Done', state: 'done' as const, finished_at: sql<Date>`now()` };
        const isOurs = changed(
          await ours(attempt, transaction)
            .set({ ...facts, ...done })
            .executeTakeFirst(),
        );
        if (isOurs) await onVideoEnd(transaction, queue, attempt.id);
        return isOurs;
      }),

    /** Fails the video. @returns whether the attempt still owned the row. */
    fail: (attempt: Attempt, error: StoredError): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const isOurs = changed(await ours(attempt, transaction).set(failure(error)).executeTakeFirst());
        if (isOurs) await onVideoEnd(transaction, queue, attempt.id);
        return isOurs;
      }),

    /** Sets whether only its owner can see a video. */
    setPrivate: async (id: string, isPrivate: boolean): Promise<void> => {
      await db.updateTable('videos').set({ is_private: isPrivate }).where('id', '=', id).execute();
    },

    /** Ends replays of an owner's idempotency keys without a session. */
    endReplays: async (owner: string): Promise<void> => {
      const open = db.updateTable('videos').set({ asked_from: null }).where('asked_from', 'is not', null);
      await open.where('owner', '=', owner).execute();
    },
  };
}

/** Result of a video. */
export interface FinishedFiles extends RenderResult {
  /** File names in the video's folder. */
  file: string;
  poster: string | null;
  /** Notes on deviations from the project, in sentences. */
  notes: readonly string[];
}

async function addVideo(
  transaction: Transaction<Tables>,
  queue: Queue,
  job: NewJob,
  { maxOpen, expectAllowed }: { maxOpen: number | undefined; expectAllowed: ExpectAllowed },
): Promise<{ row: VideoRow; created: boolean }> {
  const { idempotencyKey, askedFrom = null, requestHash, project, notes = [], webhook, ...plain } = job;
  const asked = askedFrom === null ? undefined : await askedBefore(transaction, askedFrom, idempotencyKey ?? '');
  if (asked) return { row: asked, created: false };
  await lockParty(transaction, job.party);
  const same = idempotencyKey && (await selectByKey(transaction, job.owner, idempotencyKey).executeTakeFirst());
  if (same) return { row: same, created: false };
  await expectAllowed(transaction);
  await expectFewOpen(transaction, 'plan', job.party, maxOpen);
  const turn = await nextTurn(transaction, job.party);
  const row = await transaction
    .insertInto('videos')
    .values({
      ...plain,
      name: plain.name === null ? null : storableText(plain.name),
      idempotency_key: idempotencyKey,
      asked_from: askedFrom,
      request_hash: requestHash,
      project,
      notes: notes.length > 0 ? storableJson(notes) : null,
      release,
      turn,
    })
    .onConflict((conflict) => conflict.columns(['owner', 'idempotency_key']).doNothing())
    .returning(videoColumns)
    .executeTakeFirst();
  if (!row) {
    const earlier = await selectByKey(transaction, job.owner, idempotencyKey ?? '').executeTakeFirstOrThrow();
    return { row: earlier, created: false };
  }
  const jobId = await queue.send({ queue: 'plan', videoId: row.id }, sqlRunner(transaction), { priority: -turn });
  await transaction.updateTable('videos').set({ job_id: jobId }).where('id', '=', row.id).execute();
  const webhookState = webhook ? await addWebhook(transaction, row.id, webhook) : null;
  return { row: { ...row, job_id: jobId, webhook: webhookState }, created: true };
}

/** Finds an earlier request without a session from the same address. The lock serializes concurrent requests. */
async function askedBefore(db: Transaction<Tables>, from: string, key: string): Promise<VideoRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext(${from + key}))`.execute(db);
  return selectByKeyFrom(db, from, key).executeTakeFirst();
}

/** Returns the job of a video as a whole. */
function jobOf({ id, stage }: Pick<VideoRow, 'id' | 'stage'>): Work {
  return { queue: stage === 'join' ? 'join' : 'plan', videoId: id };
}

/**
 * Leaves a video requested through a later release to that release's workers: it retains its turn and is not taken for
 * a while. Does nothing if the delivery does not count for another reason.
 */
async function leaveToLaterRelease(db: Database['db'], queue: Queue, jobId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('videos')
      .select(['id', 'stage', 'turn'])
      .where('job_id', '=', jobId)
      .where('release', '>', release)
      .where(isWaiting)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return;
    const sending = { priority: -row.turn, delay: LEFT_SECONDS };
    const job = await queue.replace(jobId, jobOf(row), sqlRunner(transaction), sending);
    await transaction.updateTable('videos').set({ job_id: job }).where('id', '=', row.id).execute();
  });
}
