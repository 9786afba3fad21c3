import { type Kysely, type Migration, sql } from 'kysely';

/**
 * Adds the second factor of sign-ins: secrets of authenticator apps, recovery codes, and used codes. The account
 * library's secret encrypts the secrets of apps and signs the state of a running sign-in, for all processes.
 */
export const twoFactors: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table users add column two_factor boolean not null default false`.execute(db);
    await sql`
      create table two_factors (
        id text primary key,
        user_id text not null unique references users (id) on delete cascade,
        secret text not null,
        backup_codes text not null,
        verified boolean not null default false,
        failed_verification_count integer not null default 0,
        locked_until timestamptz
      )`.execute(db);
    await sql`
      create table used_codes (
        user_id text not null references users (id) on delete cascade,
        code text not null,
        used_at timestamptz not null default now(),
        primary key (user_id, code)
      )`.execute(db);
    await sql`
      create table library_secret (
        one boolean primary key default true check (one),
        secret text not null
      )`.execute(db);
    // Each UUID has 122 random bits.
    await sql`insert into library_secret (secret) values (gen_random_uuid()::text || gen_random_uuid()::text)`.execute(
      db,
    );
  },
};
