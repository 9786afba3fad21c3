import { type Kysely, type Migration, sql } from 'kysely';

/** Adds counts of recent sign-in tries, and known devices. */
export const signInTries: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table sign_in_tries (
        key text primary key,
        began timestamptz not null,
        count integer not null
      )`.execute(db);
    await sql`
      create table known_devices (
        hash text not null,
        user_id text not null references users (id) on delete cascade,
        seen_at timestamptz not null,
        primary key (hash, user_id)
      )`.execute(db);
    await sql`create index known_devices_of_user on known_devices (user_id, seen_at)`.execute(db);
  },
};
