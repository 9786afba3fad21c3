import { type Kysely, type Migration, sql } from 'kysely';

/** Lets the job of an email name its link before the link's token exists. */
export const confirmationIds: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table confirmations add column id uuid not null default gen_random_uuid() unique`.execute(db);
  },
};
