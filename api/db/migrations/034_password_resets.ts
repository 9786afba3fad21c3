import { type Kysely, type Migration, sql } from 'kysely';

/**
 * Adds password reset links: one per account, stored as a hash. Links of earlier releases, stored in plain text, become
 * invalid.
 */
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
