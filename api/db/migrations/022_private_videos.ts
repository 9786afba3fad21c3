import { type Kysely, type Migration, sql } from 'kysely';

/** Adds private videos, which only their owner sees. Existing videos stay visible to everyone with the link. */
export const privateVideos: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table videos add column is_private boolean not null default false`.execute(db);
  },
};
