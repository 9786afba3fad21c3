import { type Kysely, type Migration, sql } from 'kysely';

/**
 * Adds the release that wrote a video's project, since earlier releases may not understand it; and indexes for the
 * queue by turn.
 */
export const releases: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table videos add column release integer not null default 0`.execute(db);
    await sql`create index videos_in_line on videos (status, turn) where status in ('queued', 'rendering')`.execute(db);
    await sql`create index videos_open_of on videos (owner, turn) where status in ('queued', 'rendering')`.execute(db);
    await sql`create index segments_in_line on segments (status, turn) where status in ('queued', 'rendering')`.execute(
      db,
    );
    await sql`drop index segments_open`.execute(db);
  },
};
