import { type Kysely, type Migration, sql } from 'kysely';

/** Links for a new password: one of an account, of which only a hash is stored. Those of earlier releases, stored as they are, end. */
export const passwordResets: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table password_resets (
        user_id text primary key references users (id) on delete cascade,
        hash text not null unique,
        made_at timestamptz not null,
        window_began timestamptz not null,
        sent integer not null
      )`.execute(db);
    await sql`delete from verifications where identifier like 'reset-password:%'`.execute(db);
  },
};
