import { type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import type { Project } from '../../engine/project/project.ts';
import type { Database } from '../db/database.ts';
import type { Tables, VideoRow, VideoTable } from '../db/tables.ts';
import type { WebhookSeen } from '../db/webhookTables.ts';
import { QUEUE_SCHEMA } from './queue.ts';
import { projectOf } from './release.ts';

/** All columns of a video but its project, which has up to 8 MB and which only its worker needs. */
export const videoColumns = [
  'id',
  'seq',
  'owner',
  'party',
  'name',
  'idempotency_key',
  'asked_from',
  'request_hash',
  'status',
  'progress',
  'progress_text',
  'job_id',
  'turn',
  'attempt',
  'crashes',
  'crash',
  'deferrals',
  'stage',
  'worker',
  'beat_at',
  'file',
  'poster',
  'mime',
  'width',
  'height',
  'duration',
  'size',
  'error',
  'notes',
  'is_private',
  'submitted_at',
  'finished_at',
] as const satisfies readonly (keyof VideoTable)[];

/** How far a video's webhook is. */
const webhookOfVideo = sql<WebhookSeen | null>`(
  select jsonb_build_object('url', w.url, 'status', w.status, 'attempts', w.attempts,
    'last_status', w.last_status, 'last_error', w.last_error, 'next_at', w.next_at)
  from webhooks w where w.video_id = videos.id)`.as('webhook');

/** The attempt that planned a video's shared segments. */
const plannedAttempt = sql<number | null>`(select r.attempt from renders r where r.video_id = videos.id)`.as('planned');

/** What of a video is read to be shown. */
const shownColumns = [...videoColumns, webhookOfVideo, plannedAttempt] as const;

/** So many projects that were read last are kept: each segment of a video asks for the same, which may have 8 MB. */
const MOST_READ = 2;

/** What only reads. No row here has a video's project. */
export function createReading(db: Database['db']) {
  let recent: { id: string; project: Project }[] = [];
  return {
    get: (id: string): Promise<VideoRow | undefined> =>
      db.selectFrom('videos').select(shownColumns).where('id', '=', id).executeTakeFirst(),

    /** What a video is made from. Not to be changed: the next segment gets the same. */
    async project(id: string): Promise<Project | undefined> {
      const of = db.selectFrom('videos').where('id', '=', id);
      const read = recent.find((one) => one.id === id);
      if (read) return (await of.select('id').executeTakeFirst()) && read.project;
      const row = await of.select(['project', 'release']).executeTakeFirst();
      if (!row) return undefined;
      const project = projectOf(row);
      recent = [{ id, project }, ...recent].slice(0, MOST_READ);
      return project;
    },

    /** The video that an owner asked for under a key. */
    byKey: (owner: string, key: string): Promise<VideoRow | undefined> =>
      selectByKey(db, owner, key).executeTakeFirst(),

    /** The video that was asked for under a key without a session, from the same address within a day. */
    byKeyFrom: (from: string, key: string): Promise<VideoRow | undefined> =>
      selectByKeyFrom(db, from, key).executeTakeFirst(),

    /** An owner's videos, newest first. @param before an id of the list, to go on after it. */
    list(owner: string, limit: number, before?: string): Promise<VideoRow[]> {
      const own = db.selectFrom('videos').select(shownColumns).where('owner', '=', owner);
      const page = before === undefined ? own : own.where('seq', '<', seqOf(db, owner, before));
      return page.orderBy('seq', 'desc').limit(limit).execute();
    },

    /** Videos that somebody works on as a whole. */
    rendering: (): Promise<VideoRow[]> =>
      db
        .selectFrom('videos')
        .select(videoColumns)
        .where('status', '=', 'rendering')
        .where('worker', 'is not', null)
        .execute(),

    /** Videos that wait and that no job brings to a worker. @param seconds how long they may wait, while a worker takes a job. */
    stranded: (seconds: number): Promise<VideoRow[]> =>
      selectStranded(db.selectFrom('videos').select(videoColumns), seconds).execute(),

    /** Videos that are worked on under a job that the queue has given up: their work lives, and comes to no end. */
    expired: (): Promise<VideoRow[]> =>
      db
        .selectFrom('videos')
        .select(videoColumns)
        .where('status', '=', 'rendering')
        .where('worker', 'is not', null)
        .where(isGivenUp('videos'))
        .execute(),

    /** Whether any video waits or is being rendered; segments are only of such. */
    async hasOpen(): Promise<boolean> {
      const open = db.selectFrom('videos').select('id').where('status', 'in', ['queued', 'rendering']).limit(1);
      return (await open.executeTakeFirst()) !== undefined;
    },

    /** What of some videos is stored. */
    stored: (ids: readonly string[]) =>
      db
        .selectFrom('videos')
        .leftJoin('renders', 'renders.video_id', 'videos.id')
        .select(['id', 'status', 'videos.attempt', 'file', 'poster', 'renders.attempt as planned'])
        .where('id', 'in', ids)
        .execute(),

    /** How many videos wait and are being rendered. */
    async counts(): Promise<{ queued: number; rendering: number }> {
      const rows = await db
        .selectFrom('videos')
        .select(['status', sql<string | number>`count(*)`.as('count')])
        .where('status', 'in', ['queued', 'rendering'])
        .groupBy('status')
        .execute();
      const of = (status: string) => Number(rows.find((row) => row.status === status)?.count ?? 0);
      return { queued: of('queued'), rendering: of('rendering') };
    },
  };
}

/** The video that an owner asked for under a key. */
export function selectByKey(db: Database['db'] | Transaction<Tables>, owner: string, key: string) {
  return db.selectFrom('videos').select(shownColumns).where('owner', '=', owner).where('idempotency_key', '=', key);
}

/** As `byKeyFrom`. */
export function selectByKeyFrom(db: Database['db'] | Transaction<Tables>, from: string, key: string) {
  return db
    .selectFrom('videos')
    .select(shownColumns)
    .where('asked_from', '=', from)
    .where('idempotency_key', '=', key)
    .where(sql<boolean>`submitted_at > now() - interval '1 day'`)
    .orderBy('seq', 'desc');
}

/** Nobody works on it as a whole, and somebody should. */
export const isWaiting = sql<boolean>`(status = 'queued' or (status = 'rendering' and stage = 'join' and worker is null))`;

/** Whether the queue has given up the job of a row that is worked on. */
export function isGivenUp(table: 'videos' | 'segments') {
  const job = sql.table(`${QUEUE_SCHEMA}.job`);
  return sql<boolean>`exists (select 1 from ${job} j where j.id = ${sql.ref(`${table}.job_id`)} and j.state = 'failed')`;
}

// Their job is in no queue that is taken from, as those of an earlier release are in another one; or somebody took it and did not start.
function selectStranded<O>(
  query: SelectQueryBuilder<Tables, 'videos', O>,
  seconds: number,
): SelectQueryBuilder<Tables, 'videos', O> {
  const before = sql`now() - ${seconds} * interval '1 second'`;
  const job = sql.table(`${QUEUE_SCHEMA}.job`);
  return query.where(
    sql<boolean>`${isWaiting} and submitted_at <= ${before} and not exists (
      select 1 from ${job} j where j.id = videos.job_id and j.name in ('plan', 'join')
        and (j.state in ('created', 'retry') or (j.state = 'active' and j.started_on > ${before})))`,
  );
}

function seqOf(db: Database['db'], owner: string, id: string) {
  return db.selectFrom('videos').select('seq').where('id', '=', id).where('owner', '=', owner);
}
