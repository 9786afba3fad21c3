import type { Kysely, Migration } from 'kysely';

/** Adds notes on deviations from a video's project, in sentences; null without notes. */
export const notes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('videos').addColumn('notes', 'jsonb').execute();
  },
};
