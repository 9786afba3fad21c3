import { sql, type Transaction } from 'kysely';
import { parseProject } from '../../engine/project/parse.ts';
import type { Project } from '../../engine/project/project.ts';
import manifest from '../../package.json' with { type: 'json' };
import type { Database } from '../db/database.ts';
import type { Tables, VideoRow, VideoTable } from '../db/tables.ts';
import type { WebhookSeen } from '../db/webhookTables.ts';
import { workTables } from './kinds.ts';
import { hasJob } from './queue.ts';

/** All columns of a video except its project, which has up to 8 MB and is only needed by its worker. */
export const videoColumns = [
  'id',
  'seq',
  'owner',
  'party',
  'name',
  'idempotency_key',
  'asked_from',
  'request_hash',
  'state',
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

/** State of a video's webhook. */
const webhookOfVideo = sql<WebhookSeen | null>`(
  select jsonb_build_object('url', w.url, 'state', w.state, 'attempts', w.attempts,
    'last_status', w.last_status, 'last_error', w.last_error, 'next_at', w.next_at)
  from webhooks w where w.video_id = videos.id)`.as('webhook');

/** The attempt that planned a video's shared segments. */
const plannedAttempt = sql<number | null>`(select r.attempt from renders r where r.video_id = videos.id)`.as('planned');

/** Columns read for display. */
const shownColumns = [...videoColumns, webhookOfVideo, plannedAttempt] as const;

/** Number of recently read projects to cache: every segment of a video reads the same one, of up to 8 MB. */
const MOST_READ = 2;

/** Creates the read-only queries on videos. No row here includes the project. */
export function createVideoQueries(db: Database['db']) {
  let recent: { id: string; project: Project }[] = [];
  return {
    get: (id: string): Promise<VideoRow | undefined> =>
      db.selectFrom('videos').select(shownColumns).where('id', '=', id).executeTakeFirst(),

    /** Returns a video's project. Callers must not change it: it is cached and shared. */
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

    /** Finds the video that an owner requested with an idempotency key. */
    byKey: (owner: string, key: string): Promise<VideoRow | undefined> =>
      selectByKey(db, owner, key).executeTakeFirst(),

    /** Finds the video that the same address requested with an idempotency key, without a session, within a day. */
    byKeyFrom: (from: string, key: string): Promise<VideoRow | undefined> =>
      selectByKeyFrom(db, from, key).executeTakeFirst(),

    /** Lists an owner's videos, newest first. @param before id of the last video of the previous page. */
    list(owner: string, limit: number, before?: string): Promise<VideoRow[]> {
      const own = db.selectFrom('videos').select(shownColumns).where('owner', '=', owner);
      const page = before === undefined ? own : own.where('seq', '<', seqOf(db, owner, before));
      return page.orderBy('seq', 'desc').limit(limit).execute();
    },

    /**
     * Whether any work waits or runs; segments exist only for open videos. Webhooks and emails count from half a minute
     * before they are due, or if they were sent before the clock was set back.
     */
    async hasOpen(): Promise<boolean> {
      const isOpen = sql.join(
        workTables.map((table) => sql`exists (select from ${sql.table(table)} where state in ('queued', 'running'))`),
        sql` or `,
      );
      const { rows } = await sql<{ has_open: boolean }>`
        select exists (select from videos where state in ('queued', 'running')) or ${isOpen}
          or exists (select from webhooks where state = 'running' or (state = 'queued'
            and (next_at <= now() + interval '30 seconds' or greatest(begun_at, ended_at) > now() + interval '10 seconds')))
          or exists (select from webhooks w join videos v on v.id = w.video_id
            where w.state = 'waiting' and v.state in ('done', 'failed', 'canceled'))
          or ${hasJob('email')} as has_open`.execute(db);
      return rows[0]?.has_open === true;
    },

    /** Reads which stored files some videos refer to. */
    stored: (ids: readonly string[]) =>
      db
        .selectFrom('videos')
        .leftJoin('renders', 'renders.video_id', 'videos.id')
        .select(['id', 'state', 'videos.attempt', 'file', 'poster', 'renders.attempt as planned'])
        .where('id', 'in', ids)
        .execute(),

    /** Counts waiting and rendering videos. */
    async counts(): Promise<{ queued: number; rendering: number }> {
      const rows = await db
        .selectFrom('videos')
        .select(['state', sql<string | number>`count(*)`.as('count')])
        .where('state', 'in', ['queued', 'running'])
        .groupBy('state')
        .execute();
      const of = (state: string) => Number(rows.find((row) => row.state === state)?.count ?? 0);
      return { queued: of('queued'), rendering: of('running') };
    },
  };
}

/** Query for `byKey`. */
export function selectByKey(db: Database['db'] | Transaction<Tables>, owner: string, key: string) {
  return db.selectFrom('videos').select(shownColumns).where('owner', '=', owner).where('idempotency_key', '=', key);
}

/** Query for `byKeyFrom`. */
export function selectByKeyFrom(db: Database['db'] | Transaction<Tables>, from: string, key: string) {
  return db
    .selectFrom('videos')
    .select(shownColumns)
    .where('asked_from', '=', from)
    .where('idempotency_key', '=', key)
    .where(sql<boolean>`submitted_at > now() - interval '1 day'`)
    .orderBy('seq', 'desc');
}

/** Whether a video needs a worker as a whole and has none. */
export const isWaiting = sql<boolean>`(state = 'queued' or (state = 'running' and stage = 'join' and worker is null))`;

/** Whether a video needs a worker as a whole or has one. */
export const isOpen = sql<boolean>`(${isWaiting} or (state = 'running' and worker is not null))`;

function seqOf(db: Database['db'], owner: string, id: string) {
  return db.selectFrom('videos').select('seq').where('id', '=', id).where('owner', '=', owner);
}

/** Number of this release: later releases have higher numbers. */
export const release = numberOf(manifest.version);

function numberOf(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.-]/, 3).map(Number);
  return major * 1_000_000 + minor * 1000 + patch;
}

/** Reads a stored project with this release's model: fields added since then get their defaults. */
export function projectOf(row: { project: Project; release: number }): Project {
  if (row.release === release) return row.project;
  const parsed = parseProject(row.project);
  return parsed.ok ? parsed.value : row.project;
}
