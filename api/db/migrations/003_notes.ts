import type { Kysely, Migration } from 'kysely';

/** What was done otherwise than a video's project asks, sentences; null where nothing was. */
export const notes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('videos').addColumn('notes', 'jsonb').execute();
  },
};
