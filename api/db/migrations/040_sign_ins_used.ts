import { type Kysely, type Migration, sql } from 'kysely';

/** Records when a sign-in was last used. */
export const signInsUsed: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table sign_ins add column used_at timestamptz not null default now()`.execute(db);
    await sql`update sign_ins set used_at = updated_at`.execute(db);
  },
};
