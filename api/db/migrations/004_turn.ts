import type { Kysely, Migration } from 'kysely';

/** When it is a video's turn among those that wait, so that owners take turns. */
export const turn: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('videos')
      .addColumn('turn', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
