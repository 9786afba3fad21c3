import { sql } from 'kysely';
import { MOST_FAILURES, type Overview } from '../contract/operator.ts';
import type { Database } from '../db/database.ts';
import { queueLoads } from '../jobs/queueLoads.ts';

/** What waits, who works, what failed and what is stored, in all processes of a database. */
export async function overviewOf({ db }: Pick<Database, 'db'>): Promise<Overview> {
  return {
    queues: await queueLoads(db),
    workers: await workersOf(db),
    failures: await failuresOf(db),
    storage: await storedIn(db),
  };
}

type Db = Database['db'];

async function workersOf(db: Db): Promise<Overview['workers']> {
  const { rows } = await sql<{ name: string; videos: string | number; silent: string | number }>`
    select worker as name, count(*) as videos, extract(epoch from now() - max(beat_at)) as silent
    from (
      select worker, beat_at from videos where status = 'rendering'
      union all select worker, beat_at from segments where status = 'rendering'
    ) work where worker is not null group by worker order by worker`.execute(db);
  return rows.map(({ name, videos, silent }) => ({
    name,
    videos: Number(videos),
    silentFor: Math.max(0, Number(silent)),
  }));
}

async function failuresOf(db: Db): Promise<Overview['failures']> {
  const rows = await db
    .selectFrom('videos')
    .select(['id', 'error', 'attempt', 'finished_at'])
    .where('status', '=', 'failed')
    .orderBy('finished_at', 'desc')
    .limit(MOST_FAILURES)
    .execute();
  return rows.map(({ id, error, attempt, finished_at: ended }) => ({
    id,
    code: error?.code ?? '',
    attempt,
    finishedAt: ended?.toISOString() ?? '',
  }));
}

async function storedIn(db: Db): Promise<Overview['storage']> {
  const { rows } = await sql<{ kind: 'videos' | 'files' | 'projects'; count: string | number; bytes: string | number }>`
    select 'videos' as kind, count(*) as count, coalesce(sum(size), 0) as bytes from videos where status = 'done'
    union all select 'files', count(*), coalesce(sum(size), 0) from contents
    union all select 'projects', count(*), coalesce(sum(size), 0)
      + (select coalesce(sum(size), 0) from project_versions) from projects`.execute(db);
  return rows.map(({ kind, count, bytes }) => ({ kind, count: Number(count), bytes: Number(bytes) }));
}
