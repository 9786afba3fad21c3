import { sql, type Transaction } from 'kysely';
import { type Database, sqlRunner } from '../db/database.ts';
import type { SegmentRow } from '../db/segmentTables.ts';
import { storableJson } from '../db/storable.ts';
import type { StoredError, Tables } from '../db/tables.ts';
import type { SharedPlan } from '../renderer/segments/sharing.ts';
import { judge, lastCrash, type Verdict } from './crashes.ts';
import { crashedError } from './failures.ts';
import { inTurn, lineFor } from './line.ts';
import { QUEUE_SCHEMA, type Queue } from './queue.ts';
import { isGivenUp } from './reading.ts';
import { clearOfSuspicion, failVideo, joinAfterLast, lockVideo, sendAnew, tellVideo } from './segmentChanges.ts';
import { type Attempt, changed, countOf, type PutBackReason, sendingAfter } from './store.ts';

/** What is handed over of a video. */
export interface Shared {
  /** See RenderTable. */
  program: string;
  /** What was told of it so far, in sentences. */
  notes: readonly string[];
  plan: SharedPlan;
}

/** A segment that is handed over; with its file where it is there already. */
export interface NewSegment {
  place: number;
  frames: number;
  file?: string;
}

/** What is said of a segment that is made. */
export interface MadeSegment {
  file: string;
  notes: readonly string[];
  /** How long it took. */
  seconds: number;
}

/** A start of work on a segment: the right to write to its row, until another start takes it away. */
export type SegmentAttempt = Pick<SegmentRow, 'video_id' | 'place' | 'turn' | 'attempt' | 'job_id'>;

/** All reading and writing of the rows of segments. Every write of a worker changes nothing when its attempt is over. */
export type SegmentStore = ReturnType<typeof createSegmentStore>;

/** So often a segment is left to others with the same ffmpeg, then to the join. */
const MAX_REFUSALS = 5;
/** For so long it is then not taken, seconds. */
const refusalDelay = 1;

/** Makes the store of segments; a row and its job are always written together. */
export function createSegmentStore({ db }: Pick<Database, 'db'>, queue: Queue) {
  return { ...createSharing(db, queue), ...createWorking(db, queue), ...createRecovering(db, queue) };
}

type Handle = Database['db'] | Transaction<Tables>;

// Of a video that is tried anew the segments count their attempts anew; their jobs are others.
function ofAttempt(on: Handle, { video_id, place, attempt, job_id }: SegmentAttempt) {
  return on
    .updateTable('segments')
    .where('video_id', '=', video_id)
    .where('place', '=', place)
    .where('attempt', '=', attempt)
    .where('job_id', job_id === null ? 'is' : '=', job_id);
}

function ours(on: Handle, attempt: SegmentAttempt) {
  return ofAttempt(on, attempt).where('status', '=', 'rendering');
}

/** So many plans that were read last are kept: each segment of a video asks for the same, which may take ten megabytes. */
const MOST_PARSED = 2;

/** What is done with all segments of a video. */
function createSharing(db: Database['db'], queue: Queue) {
  let recent: (Shared & Attempt)[] = [];
  return {
    /** Ends the attempt that planned a video: others make its segments. @returns false when it has lost the row; then nothing is. */
    handOver: (attempt: Attempt, shared: Shared, segments: readonly NewSegment[]): Promise<boolean> =>
      db.transaction().execute((transaction) => handOver(transaction, queue, attempt, shared, segments)),

    /** What was handed over of a video; undefined where nothing was. Not to be changed: the next segment gets the same. */
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

    /** The segments of a video, in order. */
    all: (videoId: string): Promise<SegmentRow[]> =>
      db.selectFrom('segments').selectAll().where('video_id', '=', videoId).orderBy('place').execute(),
  };
}

/** What workers do. */
function createWorking(db: Database['db'], queue: Queue) {
  return {
    /** Starts work: raises the attempt. Nothing when the delivery no longer counts. */
    claim: (videoId: string, place: number, jobId: string, worker: string): Promise<SegmentRow | undefined> =>
      db
        .updateTable('segments')
        .set({
          attempt: sql`attempt + 1`,
          worker,
          beat_at: sql`now()`,
          status: 'rendering',
          progress: 0,
          seen_crash: lastCrash,
        })
        .where('video_id', '=', videoId)
        .where('place', '=', place)
        .where('job_id', '=', jobId)
        .where('status', '=', 'queued')
        .returningAll()
        .executeTakeFirst(),

    /** Says that the work goes on, and how far it is; the video says so too. @returns whether the row is still this attempt's. */
    async beat(attempt: SegmentAttempt, progress?: number): Promise<boolean> {
      const set = progress === undefined ? {} : { progress };
      const beaten = await ours(db, attempt)
        .set({ ...set, beat_at: sql`now()` })
        .executeTakeFirst();
      if (!changed(beaten)) return false;
      await tellVideo(db, attempt.video_id);
      return true;
    },

    /**
     * Says that a segment is made; after the last one the video can be joined.
     * @returns false when the attempt has lost it; the file is then nobody's.
     */
    finish: (attempt: SegmentAttempt, { file, notes, seconds }: MadeSegment): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        await lockVideo(transaction, attempt.video_id);
        const set = { status: 'done' as const, progress: 1, file, seconds, notes: storableJson(notes) };
        if (!changed(await ours(transaction, attempt).set(set).executeTakeFirst())) return false;
        await clearOfSuspicion(transaction, attempt.video_id);
        await joinAfterLast(transaction, queue, attempt);
        return true;
      }),

    /** Ends the whole video with an error, and the work on its other segments. @returns whether the row was still this attempt's. */
    fail: (attempt: SegmentAttempt, error: StoredError): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        await lockVideo(transaction, attempt.video_id);
        const isOurs = changed(await ours(transaction, attempt).set({ worker: null }).executeTakeFirst());
        if (isOurs) await failVideo(transaction, queue, attempt.video_id, error);
        return isOurs;
      }),

    /** Leaves a segment to workers with the ffmpeg of its video; after some time to the join. */
    refuse: (row: SegmentRow): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        await lockVideo(transaction, row.video_id);
        const isLeft = row.refusals >= MAX_REFUSALS;
        const set = isLeft ? { status: 'done' as const } : { status: 'queued' as const, worker: null };
        const refused = { ...set, refusals: row.refusals + 1 };
        if (!changed(await ours(transaction, row).set(refused).executeTakeFirst())) return false;
        if (isLeft) await joinAfterLast(transaction, queue, row);
        else await sendAnew(transaction, queue, row, { priority: -row.turn, delay: refusalDelay });
        return true;
      }),
  };
}

/** What sweeps do. */
function createRecovering(db: Database['db'], queue: Queue) {
  return {
    /** Gives a segment another job, or fails its video where the segment, or the video as a whole, ends its processes. */
    requeue: (row: SegmentRow, why: PutBackReason): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        await lockVideo(transaction, row.video_id);
        const verdict = why === 'crashed' ? await judge(transaction, row) : undefined;
        const requeued = await ofAttempt(transaction, row)
          .set({ status: 'queued', worker: null, progress: 0, ...countOf(why, verdict) })
          .where('status', '<>', 'done')
          .executeTakeFirst();
        if (!changed(requeued)) return false;
        if (verdict && (verdict.isPoison || (await endsItsProcesses(transaction, row, verdict)))) {
          if (row.job_id) await queue.bury('segment', row.job_id, sqlRunner(transaction));
          await failVideo(transaction, queue, row.video_id, crashedError);
          return true;
        }
        await sendAnew(transaction, queue, row, await sendingAfter(transaction, why));
        return true;
      }),

    /** Segments that somebody works on, with the fields of a video's row that tell who is silent. */
    async rendering() {
      const rows = await db.selectFrom('segments').selectAll().where('status', '=', 'rendering').execute();
      return rows.map((row) => ({ ...row, id: workIdOf(row) }));
    },

    /** Segments that are worked on under a job that the queue has given up. */
    expired: (): Promise<SegmentRow[]> =>
      db.selectFrom('segments').selectAll().where('status', '=', 'rendering').where(isGivenUp('segments')).execute(),

    /** Segments that wait and that no job brings to a worker. @param seconds how long they may wait, while a worker takes a job. */
    stranded(seconds: number): Promise<SegmentRow[]> {
      const before = sql`now() - ${seconds} * interval '1 second'`;
      const brought = sql<boolean>`created_at <= ${before} and not exists (
        select 1 from ${sql.table(`${QUEUE_SCHEMA}.job`)} j where j.id = segments.job_id and j.name = 'segment'
          and (j.state in ('created', 'retry') or (j.state = 'active' and j.started_on > ${before})))`;
      return db.selectFrom('segments').selectAll().where('status', '=', 'queued').where(brought).execute();
    },
  };
}

/**
 * Whether it is the video, and not one of its segments, that ends processes: it does so again, and none of its segments was made
 * in between. Only an attempt that began after the last crash tells: several processes may end together.
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

/** What the work on a segment is known as in its process. */
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
    .where('status', '=', 'rendering')
    .where('stage', '=', 'plan')
    .returning('party')
    .executeTakeFirst();
  if (!video) return false;
  await inTurn(transaction, video.party);
  const { turn } = await lineFor(transaction, video.party);
  await transaction.deleteFrom('renders').where('video_id', '=', id).execute();
  await transaction
    .insertInto('renders')
    .values({ video_id: id, attempt, program, shared: JSON.stringify(shared) })
    .execute();
  let missing = 0;
  for (const { place, frames, file } of segments) {
    const own = { video_id: id, place, frames };
    if (file !== undefined) {
      const done = { ...own, status: 'done' as const, progress: 1, file, notes: storableJson([]) };
      await transaction.insertInto('segments').values(done).execute();
      continue;
    }
    const priority = -(turn + missing);
    const job = await queue.send({ queue: 'segment', videoId: id, place }, sqlRunner(transaction), { priority });
    const waiting = { ...own, turn: turn + missing, job_id: job, notes: storableJson([]) };
    await transaction.insertInto('segments').values(waiting).execute();
    missing += 1;
  }
  return true;
}
