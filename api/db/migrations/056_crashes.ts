import { type Kysely, type Migration, sql } from 'kysely';

/**
 * Records processes that crashed while they worked, and the work that was lost with them, to tell work that crashes
 * processes from work that was there by chance.
 */
export const crashes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table process_crashes (
      name text primary key,
      number bigserial not null,
      at timestamptz not null default now()
    )`.execute(db);
    for (const name of ['videos', 'segments'])
      await sql`alter table ${sql.table(name)}
        add column crash bigint, add column deferrals integer not null default 0`.execute(db);
    await sql`alter table segments add column seen_crash bigint not null default 0`.execute(db);
    for (const name of ['conversions', 'transcriptions', 'derivations', 'webhooks'])
      await sql`alter table ${sql.table(name)}
        add column worker text, add column crashes integer not null default 0, add column crash bigint`.execute(db);
  },
};
