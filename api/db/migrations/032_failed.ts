import { type Kysely, type Migration, sql } from 'kysely';

/** Adds an index of recent failures, for operators. */
export const failedVideos: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index videos_failed on videos (finished_at desc) where status = 'failed'`.execute(db);
  },
};
