import { type Kysely, type Migration, sql } from 'kysely';

/**
 * Adds resumable uploads that may expire, and contents: files that are stored once, however often they are uploaded.
 */
export const resumableUploads: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table contents (
        hash text primary key,
        file text not null,
        mime text not null,
        size bigint not null,
        facts jsonb,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`alter table uploads add column content text references contents (hash)`.execute(db);
    await sql`alter table uploads add column touched_at timestamptz not null default now()`.execute(db);
    await sql`alter table uploads drop constraint uploads_status_check`.execute(db);
    await sql`alter table uploads add constraint uploads_status_check check (status in ('open', 'done', 'expired'))`.execute(
      db,
    );
    await sql`drop index uploads_open`.execute(db);
    await sql`create index uploads_unfinished on uploads (touched_at) where status <> 'done'`.execute(db);
    await sql`create index uploads_of_content on uploads (content)`.execute(db);
    await sql`create index uploads_of_owner on uploads (owner, created_at)`.execute(db);
  },
};
