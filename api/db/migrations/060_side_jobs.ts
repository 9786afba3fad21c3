import { type Kysely, type Migration, sql } from 'kysely';

const words = { PENDING: 'queued', RUNNING: 'queued', COMPLETE: 'done', FAILED: 'failed', CANCELLED: 'canceled' };

/**
 * Gives conversions, transcriptions and derivations the lifecycle of all work: their rows name a job of the queue, and
 * a sweep gives open rows of earlier releases one. The columns turn, attempts and beat_at stay, because processes of an
 * earlier release still write them. Such processes find no work here any more, and lose what they are working on.
 */
export const sideJobs: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const news = Object.entries(words).map(([from, to]) => sql`when ${sql.lit(from)} then ${sql.lit(to)}`);
    for (const name of ['conversions', 'transcriptions', 'derivations']) {
      const table = sql.table(name);
      await sql`alter table ${table} drop constraint ${sql.ref(`${name}_status_check`)}`.execute(db);
      await sql`drop index ${sql.ref(`${name}_open`)}`.execute(db);
      await sql`alter table ${table} alter column status set default 'queued',
        add column job_id uuid, add column deferrals integer not null default 0`.execute(db);
      await sql`update ${table} set status = case status ${sql.join(news, sql` `)} end`.execute(db);
      await sql`alter table ${table} add constraint ${sql.ref(`${name}_status_check`)}
        check (status in ('queued', 'running', 'done', 'failed', 'canceled'))`.execute(db);
      await sql`create index ${sql.ref(`${name}_open`)} on ${table} (job_id)
        where status in ('queued', 'running')`.execute(db);
    }
    await sql`drop index transcriptions_of_owner`.execute(db);
    await sql`create index transcriptions_of_owner on transcriptions (owner)
      where status in ('queued', 'running')`.execute(db);
  },
};
