import { type Kysely, type Migration, sql } from 'kysely';

/** What failed lately is looked for by whoever runs the server, however many videos there are. */
export const failedVideos: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index videos_failed on videos (finished_at desc) where status = 'failed'`.execute(db);
  },
};
