import { sql } from 'kysely';
import { FAILURE_DAYS, MOST_FAILURES, machineFaults, type Overview } from '../contract/operator.ts';
import type { Database } from '../db/database.ts';
import { LEASE_SECONDS } from '../jobs/heartbeatWatch.ts';
import { GONE_SECONDS } from '../jobs/processes.ts';
import { deadLetters, queueLoads } from '../jobs/queueLoads.ts';

/** Summarizes queues, workers, failures and storage of all processes of a database. */
export async function overviewOf({ db }: Pick<Database, 'db'>): Promise<Overview> {
  // First, so that failures during the next queries are not covered by this time.
  const at = await nowOf(db);
  return {
    at,
    queues: await queueLoads(db),
    workers: await workersOf(db),
    failureCounts: await countsOf(db),
    failures: await failuresOf(db),
    deadLetters: await deadLetters(db),
    storage: await storedIn(db),
  };
}

type Db = Database['db'];

/** The database's clock, which also sets the time of failures. */
async function nowOf(db: Db): Promise<string> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db);
  return new Date(rows[0]?.now ?? Date.now()).toISOString();
}

async function workersOf(db: Db): Promise<Overview['workers']> {
  const silence = sql<string | number>`extract(epoch from now() - beat_at)`;
  const running = await db
    .selectFrom('processes')
    .select(['name', 'role', 'started_at', silence.as('silent')])
    .where('beat_at', '>', sql<Date>`now() - ${GONE_SECONDS} * interval '1 second'`)
    .orderBy('started_at')
    .execute();
  const works = await sql<{ worker: string; video: string; segment: number | null; attempt: number; silent: string }>`
    select worker, id as video, null::integer as segment, attempt, ${silence} as silent from videos
      where state = 'running' and worker is not null
    union all select worker, video_id, place, attempt, ${silence} from segments
      where state = 'running' and worker is not null
    order by video, segment`.execute(db);
  const workOf = (name: string) =>
    works.rows
      .filter(({ worker }) => worker === name)
      .map(({ worker: _, silent, ...row }) => {
        const silentFor = Math.max(0, Number(silent));
        return { ...row, silentFor, leaseLeft: Math.max(0, LEASE_SECONDS - silentFor) };
      });
  const known = running.map(({ name, role, started_at, silent }) => {
    const work = workOf(name);
    const silences = [Number(silent), ...work.map(({ silentFor }) => silentFor)];
    return {
      ...{ name, role, startedAt: started_at.toISOString(), work },
      silentFor: Math.max(0, Math.min(...silences)),
    };
  });
  // Processes of an earlier release, or dead ones whose work was not put back yet.
  const others = [...new Set(works.rows.map(({ worker }) => worker))].filter(
    (name) => !running.some((one) => one.name === name),
  );
  const unknown = others.map((name) => {
    const work = workOf(name);
    return { ...{ name, role: null, startedAt: null, work }, silentFor: Math.min(...work.map((one) => one.silentFor)) };
  });
  return [...known, ...unknown].map((worker) => ({ ...worker, videos: worker.work.length }));
}

const codeOf = sql<string>`coalesce(error->>'code', '')`;
const lately = sql<boolean>`state = 'failed' and finished_at > now() - ${FAILURE_DAYS} * interval '1 day'`;

async function countsOf(db: Db): Promise<Overview['failureCounts']> {
  const { rows } = await sql<{ code: string; count: string | number }>`
    select ${codeOf} as code, count(*) as count from videos where ${lately} group by 1 order by 2 desc, 1`.execute(db);
  return rows.map(({ code, count }) => ({ code, count: Number(count), isRetriable: machineFaults.includes(code) }));
}

async function failuresOf(db: Db): Promise<Overview['failures']> {
  const { rows } = await sql<{ id: string; code: string; message: string; attempt: number; finished_at: Date }>`
    select id, code, message, attempt, finished_at from (
      select id, ${codeOf} as code, coalesce(error->>'message', '') as message, attempt, finished_at,
        row_number() over (partition by ${codeOf} order by finished_at desc) as nth
      from videos where ${lately}
    ) newest where nth <= ${MOST_FAILURES} order by finished_at desc`.execute(db);
  return rows.map(({ finished_at: ended, ...row }) => ({ ...row, finishedAt: new Date(ended).toISOString() }));
}

async function storedIn(db: Db): Promise<Overview['storage']> {
  type Kind = Overview['storage'][number]['kind'];
  const { rows } = await sql<{ kind: Kind; count: string | number; bytes: string | number }>`
    select 'videos' as kind, count(*) as count, coalesce(sum(size), 0) as bytes from videos where state = 'done'
    union all select 'files', count(*), coalesce(sum(size), 0) from contents
    union all select 'projects', count(*), coalesce(sum(size), 0)
      + (select coalesce(sum(size), 0) from project_versions) from projects
    union all select 'kit', count(*), coalesce(sum(size), 0) from kit_items`.execute(db);
  return rows.map(({ kind, count, bytes }) => ({ kind, count: Number(count), bytes: Number(bytes) }));
}
