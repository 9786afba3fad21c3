import { sql, type Transaction } from 'kysely';
import { type Database, sqlRunner } from '../db/database.ts';
import type { SegmentRow } from '../db/segmentTables.ts';
import { storableJson } from '../db/storable.ts';
import type { StoredError, Tables } from '../db/tables.ts';
import type { SharedPlan } from '../renderer/segments/sharing.ts';
import { judge, lastCrash, type Verdict } from './crashes.ts';
import { crashedError, failure } from './failures.ts';
import type { Attempt } from './jobStore.ts';
import { onVideoEnd } from './onVideoEnd.ts';
import type { Queue, Work } from './queue.ts';
import { changed, createRecoverable } from './recoverable.ts';
import { lockParty, nextTurn } from './turns.ts';

/** What a planner hands over to other workers. */
export interface Shared {
  /** See RenderTable. */
  program: string;
  /** Notes so far, in sentences. */
  notes: readonly string[];
  plan: SharedPlan;
}

/** A segment to hand over; with its file if it is already rendered. */
export interface NewSegment {
  place: number;
  frames: number;
  file?: string;
}

/** Result of a rendered segment. */
export interface MadeSegment {
  file: string;
  notes: readonly string[];
  /** Seconds of work. */
  seconds: number;
}

/** One attempt at a segment: the right to write to its row until another attempt starts. */
export type SegmentAttempt = Pick<SegmentRow, 'video_id' | 'place' | 'turn' | 'attempt' | 'job_id'>;

/** A segment row as its worker needs it; with the attempt of its video that planned it. */
export type ClaimedSegment = SegmentRow & { planned: number | null };

/** All access to the rows of segments. A worker's write has no effect once its attempt is over. */
export type SegmentStore = ReturnType<typeof createSegmentStore>;

/** Most times that a segment is left to workers with the planner's ffmpeg; then the join renders it. */
const MAX_REFUSALS = 5;
/** Seconds until it can be taken again. */
const refusalDelay = 1;

/** Number of recently read plans to cache: every segment of a video reads the same one, of up to ten megabytes. */
const MOST_PARSED = 2;

/** Creates the store of segments; a row and its job are always written together. */
export function createSegmentStore({ db }: Pick<Database, 'db'>, queue: Queue) {
  const recoverable = createRecoverable<SegmentRow>({ db }, queue, {
    table: 'segments',
    keyOf: ({ video_id, place }) => ({ video_id, place }),
    workOf: jobOf,
    queued: () => ({ state: 'queued', progress: 0 }),
    crashed: { worker: null },
    before: (transaction, { video_id }) => lockVideo(transaction, video_id),
    isPoison: endsItsProcesses,
    onCrashed: (transaction, { video_id }) => failVideo(transaction, queue, video_id, crashedError),
  });
  let recent: (Shared & Attempt)[] = [];
  return {
    ...recoverable,

    /**
     * Hands a planned video over: other workers render its segments. @returns false, without a change, if the attempt
     * has lost the row.
     */
    handOver: (attempt: Attempt, shared: Shared, segments: readonly NewSegment[]): Promise<boolean> =>
      db.transaction().execute((transaction) => handOver(transaction, queue, attempt, shared, segments)),

    /** Returns the shared plan of a video, if any. Callers must not change it: it is cached and shared. */
    async shared(videoId: string): Promise<(Shared & Attempt) | undefined> {
      const of = db.selectFrom('renders').where('video_id', '=', videoId);
      const head = await of.select(['attempt', 'program']).executeTakeFirst();
      const parsed = recent.find(({ id }) => id === videoId);
      if (parsed && head && parsed.attempt === head.attempt && parsed.program === head.program) return parsed;
      const row = head && (await of.selectAll().executeTakeFirst());
      if (!row) return undefined;
      const plan = JSON.parse(row.shared) as Omit<Shared, 'program'>;
      const shared = { ...plan, id: videoId, attempt: row.attempt, program: row.program };
      recent = [shared, ...recent.filter(({ id }) => id !== videoId)].slice(0, MOST_PARSED);
      return shared;
    },

    /** Returns the segments of a video, in order. */
    all: (videoId: string): Promise<SegmentRow[]> =>
      db.selectFrom('segments').selectAll().where('video_id', '=', videoId).orderBy('place').execute(),

    /** Starts an attempt. @returns undefined if the delivery no longer counts. */
    claim: (videoId: string, place: number, jobId: string, worker: string): Promise<ClaimedSegment | undefined> =>
      db
        .updateTable('segments')
        .set({
          attempt: sql`attempt + 1`,
          worker,
          beat_at: sql`now()`,
          state: 'running',
          progress: 0,
          seen_crash: lastCrash,
        })
        .where('video_id', '=', videoId)
        .where('place', '=', place)
        .where('job_id', '=', jobId)
        .where('state', '=', 'queued')
        .returningAll()
        .returning((row) => row.selectFrom('renders').select('attempt').where('video_id', '=', videoId).as('planned'))
        .executeTakeFirst(),

    /**
     * Sends a heartbeat with progress, and updates the video's progress. @returns whether the attempt still owns the
     * row.
     */
    async beat(attempt: SegmentAttempt, progress?: number): Promise<boolean> {
      const set = progress === undefined ? {} : { progress };
      const beaten = await ours(db, attempt)
        .set({ ...set, beat_at: sql`now()` })
        .executeTakeFirst();
      if (!changed(beaten)) return false;
      await updateVideoProgress(db, attempt.video_id);
      return true;
    },

    /**
     * Marks a segment done; after the last one the video can be joined.
     * @returns false if the attempt has lost the row; its file must be discarded.
     */
    finish: (attempt: SegmentAttempt, { file, notes, seconds }: MadeSegment): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        await lockVideo(transaction, attempt.video_id);
        const set = { state: 'done' as const, progress: 1, file, seconds, notes: storableJson(notes) };
        if (!changed(await ours(transaction, attempt).set(set).executeTakeFirst())) return false;
        await resetCrashes(transaction, attempt.video_id);
        await joinAfterLast(transaction, queue, attempt);
        return true;
      }),

    /**
     * Fails the whole video and stops the work on its other segments. @returns whether the attempt still owned the row.
     */
    fail: (attempt: SegmentAttempt, error: StoredError): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        await lockVideo(transaction, attempt.video_id);
        const isOurs = changed(await ours(transaction, attempt).set({ worker: null }).executeTakeFirst());
        if (isOurs) await failVideo(transaction, queue, attempt.video_id, error);
        return isOurs;
      }),

    /** Leaves a segment to workers with the ffmpeg of its video; after several refusals, to the join. */
    refuse: (row: SegmentRow): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        await lockVideo(transaction, row.video_id);
        const isLeft = row.refusals >= MAX_REFUSALS;
        const set = isLeft ? { state: 'done' as const } : { state: 'queued' as const, worker: null };
        const refused = { ...set, refusals: row.refusals + 1 };
        if (!changed(await ours(transaction, row).set(refused).executeTakeFirst())) return false;
        if (isLeft) {
          await joinAfterLast(transaction, queue, row);
          return true;
        }
        const sending = { priority: -row.turn, delay: refusalDelay };
        const job = await queue.replace(row.job_id, jobOf(row), sqlRunner(transaction), sending);
        await transaction.updateTable('segments').set({ job_id: job }).where('job_id', '=', row.job_id).execute();
        return true;
      }),
  };
}

type Handle = Database['db'] | Transaction<Tables>;

// A retried video has new segments, whose attempts restart at zero: their job ids tell them apart.
function ours(on: Handle, { video_id, place, attempt, job_id }: SegmentAttempt) {
  return on
    .updateTable('segments')
    .where('video_id', '=', video_id)
    .where('place', '=', place)
    .where('attempt', '=', attempt)
    .where('job_id', '=', job_id)
    .where('state', '=', 'running');
}

function jobOf({ video_id, place }: Pick<SegmentRow, 'video_id' | 'place'>): Work {
  return { queue: 'segment', videoId: video_id, place };
}

/**
 * Whether the video, not a single segment, crashes processes: it crashed again, and none of its segments was finished
 * in between. Only attempts that started after the last crash count, since one crash can end several attempts.
 */
async function endsItsProcesses(
  transaction: Transaction<Tables>,
  { video_id, seen_crash, worker }: SegmentRow,
  { crash }: Verdict,
): Promise<boolean> {
  const video = await transaction
    .selectFrom('videos')
    .select(['crashes', 'crash'])
    .where('id', '=', video_id)
    .executeTakeFirstOrThrow();
  const isLater = Number(seen_crash) >= Number(video.crash ?? 0);
  const verdict = isLater
    ? await judge(transaction, { ...video, worker })
    : { crashes: video.crashes, isPoison: false };
  const counted = { crashes: verdict.crashes, crash };
  await transaction.updateTable('videos').set(counted).where('id', '=', video_id).execute();
  return verdict.isPoison;
}

/** Returns the id under which a process tracks its work on a segment. */
export function workIdOf({ video_id, place }: Pick<SegmentRow, 'video_id' | 'place'>): string {
  return `${video_id}/${place}`;
}

async function handOver(
  transaction: Transaction<Tables>,
  queue: Queue,
  { id, attempt }: Attempt,
  { program, ...shared }: Shared,
  segments: readonly NewSegment[],
): Promise<boolean> {
  const video = await transaction
    .updateTable('videos')
    .set({ stage: 'segments', worker: null, beat_at: sql`now()`, crashes: 0, crash: null })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'running')
    .where('stage', '=', 'plan')
    .returning('party')
    .executeTakeFirst();
  if (!video) return false;
  await lockParty(transaction, video.party);
  const turn = await nextTurn(transaction, video.party);
  await transaction.deleteFrom('renders').where('video_id', '=', id).execute();
  await transaction
    .insertInto('renders')
    .values({ video_id: id, attempt, program, shared: JSON.stringify(shared) })
    .execute();
  let missing = 0;
  for (const { place, frames, file } of segments) {
    const own = { video_id: id, place, frames };
    if (file !== undefined) {
      const done = { ...own, state: 'done' as const, progress: 1, file, notes: storableJson([]) };
      await transaction.insertInto('segments').values(done).execute();
      continue;
    }
    const priority = -(turn + missing);
    const job = await queue.send(jobOf(own), sqlRunner(transaction), { priority });
    const waiting = { ...own, turn: turn + missing, job_id: job, notes: storableJson([]) };
    await transaction.insertInto('segments').values(waiting).execute();
    missing += 1;
  }
  return true;
}

/**
 * Locks a video's row before its segments change. Of two concurrent changes, one then sees the other, and the lock
 * order matches that of ending a video.
 */
async function lockVideo(transaction: Transaction<Tables>, id: string): Promise<void> {
  await transaction.selectFrom('videos').select('id').where('id', '=', id).forUpdate().execute();
}

/** Sends the job that joins a video, once all its segments are done, with the turn of the last one. */
async function joinAfterLast(
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
async function resetCrashes(transaction: Transaction<Tables>, videoId: string): Promise<void> {
  await transaction
    .updateTable('videos')
    .set({ crashes: 0, crash: null })
    .where('id', '=', videoId)
    .where('crashes', '>', 0)
    .execute();
}

/** Fails a video and stops the work on its segments. */
async function failVideo(
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
async function updateVideoProgress(db: Database['db'], videoId: string): Promise<void> {
  await sql`
    update videos v set beat_at = now(), progress = greatest(v.progress, p.share),
      progress_text = 'Rendering ... ' || round(100 * greatest(v.progress, p.share)) || '%'
    from (
      select 0.08 + 0.88 * sum(progress * frames) / greatest(sum(frames), 1) as share
      from segments where video_id = ${videoId}
    ) p
    where v.id = ${videoId} and v.state = 'running' and v.stage = 'segments'`.execute(db);
}
