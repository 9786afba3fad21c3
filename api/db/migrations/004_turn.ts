import type { Kysely, Migration } from 'kysely';

/** Adds the turn of a waiting video, so that owners alternate. */
export const turn: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('videos')
      .addColumn('turn', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
