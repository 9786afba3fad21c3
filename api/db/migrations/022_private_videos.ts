import { type Kysely, type Migration, sql } from 'kysely';

/** Videos that their owner alone sees. Those that there are stay what they were: whoever has the link sees them. */
export const privateVideos: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table videos add column is_private boolean not null default false`.execute(db);
  },
};
