import { type Kysely, type Migration, sql } from 'kysely';

/** Emailed links that confirm an address. */
export const confirmations: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table confirmations (
        hash text primary key,
        email text not null,
        user_id text references users (id) on delete cascade,
        name text,
        password text,
        browser text,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null
      )`.execute(db);
    await sql`create index confirmations_of_user on confirmations (user_id)`.execute(db);
    await sql`create index confirmations_of_email on confirmations (email)`.execute(db);
  },
};
