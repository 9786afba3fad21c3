import { sql, type Transaction } from 'kysely';
import { type Database, sqlRunner } from '../db/database.ts';
import { storableJson, storableText } from '../db/storable.ts';
import type { ClaimedVideo, StoredError, Tables, VideoRow } from '../db/tables.ts';
import type { RenderResult } from '../renderer/render.ts';
import { atEnd } from './atEnd.ts';
import { judge, type Verdict } from './crashes.ts';
import { crashedError, failure } from './failures.ts';
import { inTurn, lastTurn, lineFor } from './line.ts';
import type { Queue, Sending } from './queue.ts';
import { createReading, isWaiting, selectByKey, selectByKeyFrom, videoColumns } from './reading.ts';
import { projectOf, release } from './release.ts';
import { dropJob, leaveToLater, queueOf, sendVideoAnew } from './videoJob.ts';
import { addWebhook, type NewWebhook } from './webhookStore.ts';

/** What a new video is made of. */
export interface NewJob {
  id: string;
  owner: string;
  /** See Requester. */
  party: string;
  name: string | null;
  idempotencyKey: string | null;
  /** Hash of the address that asked, where it has no session and may send its key again without one, see routes/replays.ts. */
  askedFrom?: string | null;
  /** SHA-256 of the body that asked for it. */
  requestHash: string;
  /** Length of what comes out, seconds; default: 0. */
  seconds?: number;
  /** The project as JSON text that the database can store, see storableJson. */
  project: string;
  /** Sentences about ignored parts of the request; default: none. */
  notes?: readonly string[];
  /** Who is told of its end. */
  webhook?: NewWebhook | undefined;
}

/** A start of work on a video: the right to write to its row, until another start takes it away. */
export interface Attempt {
  id: string;
  attempt: number;
}

/** Lets a party have something more. */
type ExpectAllowed = (change: Transaction<Tables>) => Promise<void>;

/** So many videos of one party may wait or be rendered at a time, unless told otherwise. */
export const MAX_OPEN = 200;

/** A party has as many open videos as one may have. */
export class TooManyOpenError extends Error {
  override name = 'TooManyOpenError';
  constructor(
    readonly party: string,
    readonly most: number,
  ) {
    super(`${most} videos of one owner are in progress.`);
  }
}

/** Priority in the queue of what was interrupted on purpose; others have -turn. */
const interrupted = 1;
/** Progress of a video that nobody has begun. */
export const notBegun = { progress: 0, progress_text: 'Loading ...' };

/** What is known of a video that is put back. */
type Requeued = Pick<VideoRow, 'id' | 'job_id' | 'attempt' | 'crashes' | 'crash' | 'worker' | 'stage'>;

/**
 * Why work is put back: it was interrupted on purpose; its attempt ended without a word; or its worker cannot go on with it and leaves it
 * to others.
 */
export type PutBackReason = 'interrupted' | 'crashed' | 'deferred';

/** All reading and writing of videos' rows. Every write of a worker carries its attempt and changes nothing when that is over. */
export type VideoStore = ReturnType<typeof createStore>;

/** Makes the store of videos; a row and its job are always written together. @param maxOpen videos of one party at a time. */
export function createStore({ db }: Pick<Database, 'db'>, queue: Queue, maxOpen = MAX_OPEN) {
  return {
    ...createReading(db),
    ...createAsking(db, queue, maxOpen),
    ...createWorking(db, queue),

    /** Says whether its owner alone sees a video. */
    setPrivate: async (id: string, isPrivate: boolean): Promise<void> => {
      await db.updateTable('videos').set({ is_private: isPrivate }).where('id', '=', id).execute();
    },

    /** Ends that keys of an owner's videos count without its session. */
    endReplays: async (owner: string): Promise<void> => {
      const open = db.updateTable('videos').set({ asked_from: null }).where('asked_from', 'is not', null);
      await open.where('owner', '=', owner).execute();
    },
  };
}

/** What askers do: add, cancel, remove; and putting back what nobody works on. */
function createAsking(db: Database['db'], queue: Queue, maxOpen: number) {
  return {
    /**
     * Adds a video with its job; with a key that its owner used before, gives the earlier video and adds nothing.
     * @param expectAllowed asked within the transaction, once no other of the same party is being added; what it throws ends it.
     * @throws TooManyOpenError
     */
    add: (job: NewJob, expectAllowed: ExpectAllowed = async () => undefined) =>
      db.transaction().execute((transaction) => addVideo(transaction, queue, job, { maxOpen, expectAllowed })),

    /** Ends a video that waits or is being worked on. @returns whether there was anything to end. */
    cancel: (id: string): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable('videos')
          .set({ status: 'cancelled', progress_text: 'Canceled', finished_at: sql`now()` })
          .where('id', '=', id)
          .where('status', 'in', ['queued', 'rendering'])
          .returning(['id', 'job_id', 'stage'])
          .executeTakeFirst();
        if (!row) return false;
        await dropJob(transaction, queue, row);
        await atEnd(transaction, queue, row.id);
        return true;
      }),

    /** Removes a video that came to its end. @returns whether it was removed. */
    async remove(id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('videos')
        .where('id', '=', id)
        .where('status', 'in', ['done', 'failed', 'cancelled'])
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** Lets queued jobs start that were sent before the clock was set back. */
    redate: () => queue.redate(),

    /** Gives a video another job, or fails it where it ends its processes, see judge. */
    requeue: (row: Requeued, why: PutBackReason): Promise<boolean> =>
      db.transaction().execute((transaction) => requeueVideo(transaction, queue, row, why)),
  };
}

/** What a video came to. */
export interface FinishedFiles extends RenderResult {
  /** File names in the video's folder. */
  file: string;
  poster: string | null;
  /** Sentences on what was done otherwise than the project asks. */
  notes: readonly string[];
}

/** What workers do. */
function createWorking(db: Database['db'], queue: Queue) {
  const ours = ({ id, attempt }: Attempt, on: Database['db'] | Transaction<Tables> = db) =>
    on.updateTable('videos').where('id', '=', id).where('attempt', '=', attempt).where('status', '=', 'rendering');
  return {
    /**
     * Starts work: raises the attempt, so that all earlier ones lose the row. Nothing when the delivery no longer counts, and where
     * a later release wrote the project, which this one may not understand: then it is delivered again after a while.
     */
    async claim(id: string, jobId: string, worker: string): Promise<ClaimedVideo | undefined> {
      const row = await db
        .updateTable('videos')
        .set({ attempt: sql`attempt + 1`, worker, beat_at: sql`now()`, status: 'rendering' })
        .where('id', '=', id)
        .where('job_id', '=', jobId)
        .where('release', '<=', release)
        .where(isWaiting)
        .returningAll()
        .executeTakeFirst();
      if (row) return { ...row, project: projectOf(row) };
      await leaveToLater(db, queue, id, jobId);
      return undefined;
    },

    /** Says that the work goes on, and how far it is. @returns whether the row is still this attempt's. */
    async beat(attempt: Attempt, progress?: { ratio: number; text: string }): Promise<boolean> {
      // Who joins begins where the segments ended; what is told of less is not news.
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

    /** Publishes the result. @returns false when the attempt has lost the row; the result is then nobody's. */
    finish: (attempt: Attempt, result: FinishedFiles): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const { file, poster, notes, mime, width, height, duration, size } = result;
        const facts = { file, poster, mime, width, height, duration, size, notes: storableJson(notes) };
        const done = { progress: 1, progress_text: 'Done', status: 'done' as const, finished_at: sql<Date>`now()` };
        const isOurs = changed(
          await ours(attempt, transaction)
            .set({ ...facts, ...done })
            .executeTakeFirst(),
        );
        if (isOurs) await atEnd(transaction, queue, attempt.id);
        return isOurs;
      }),

    /** Ends the video with an error. @returns whether the row was still this attempt's. */
    fail: (attempt: Attempt, error: StoredError): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const isOurs = changed(await ours(attempt, transaction).set(failure(error)).executeTakeFirst());
        if (isOurs) await atEnd(transaction, queue, attempt.id);
        return isOurs;
      }),
  };
}

async function addVideo(
  transaction: Transaction<Tables>,
  queue: Queue,
  job: NewJob,
  { maxOpen, expectAllowed }: { maxOpen: number; expectAllowed: ExpectAllowed },
): Promise<{ row: VideoRow; created: boolean }> {
  const { idempotencyKey, askedFrom = null, requestHash, project, notes = [], webhook, ...plain } = job;
  const asked = askedFrom === null ? undefined : await askedBefore(transaction, askedFrom, idempotencyKey ?? '');
  if (asked) return { row: asked, created: false };
  await inTurn(transaction, job.party);
  const same = idempotencyKey && (await selectByKey(transaction, job.owner, idempotencyKey).executeTakeFirst());
  if (same) return { row: same, created: false };
  await expectAllowed(transaction);
  const { open, turn } = await lineFor(transaction, job.party);
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
  if (open >= maxOpen) throw new TooManyOpenError(job.party, maxOpen);
  const jobId = await queue.send({ queue: 'plan', videoId: row.id }, sqlRunner(transaction), { priority: -turn });
  await transaction.updateTable('videos').set({ job_id: jobId }).where('id', '=', row.id).execute();
  const told = webhook ? await addWebhook(transaction, row.id, webhook) : null;
  return { row: { ...row, job_id: jobId, webhook: told }, created: true };
}

/** What was asked for without a session from an address; two who ask at once do so one after the other. */
async function askedBefore(db: Transaction<Tables>, from: string, key: string): Promise<VideoRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext(${from + key}))`.execute(db);
  return selectByKeyFrom(db, from, key).executeTakeFirst();
}

async function requeueVideo(
  transaction: Transaction<Tables>,
  queue: Queue,
  row: Requeued,
  why: PutBackReason,
): Promise<boolean> {
  const verdict = why === 'crashed' ? await judge(transaction, row) : undefined;
  // What is to be joined stays as far as it is.
  const waits = row.stage === 'join' ? {} : { status: 'queued' as const, ...notBegun };
  const updated = await transaction
    .updateTable('videos')
    .set({ ...(verdict?.isPoison ? failure(crashedError) : { worker: null, ...waits }), ...countOf(why, verdict) })
    .where('id', '=', row.id)
    .where('attempt', '=', row.attempt)
    .where('job_id', row.job_id === null ? 'is' : '=', row.job_id)
    .where('stage', '=', row.stage)
    .where('status', 'in', ['queued', 'rendering'])
    .executeTakeFirst();
  if (!changed(updated)) return false;
  if (verdict?.isPoison) {
    if (row.job_id) await queue.bury(queueOf(row), row.job_id, sqlRunner(transaction));
    await atEnd(transaction, queue, row.id);
    return true;
  }
  await sendVideoAnew(transaction, queue, row, await sendingAfter(transaction, why));
  return true;
}

/** What is counted of work that is put back. */
export function countOf(why: PutBackReason, verdict: Verdict | undefined) {
  if (verdict) return { crashes: verdict.crashes, crash: verdict.crash };
  return why === 'deferred' ? { deferrals: sql<number>`deferrals + 1` } : {};
}

/** How work is sent that is put back. */
export async function sendingAfter(transaction: Transaction<Tables>, why: PutBackReason): Promise<Sending> {
  // What was interrupted on purpose goes on first; what may have killed its worker waits behind all that wait now, but
  // not behind those that are still to come.
  const priority = why === 'interrupted' ? interrupted : -(await lastTurn(transaction)) - 1;
  return { priority, isSuspect: why === 'crashed' };
}

/** Whether a change of rows changed any. */
export function changed(result: { numUpdatedRows: bigint } | undefined): boolean {
  return (result?.numUpdatedRows ?? 0n) > 0n;
}
