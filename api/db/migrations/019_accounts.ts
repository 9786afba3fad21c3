import { type Kysely, type Migration, sql } from 'kysely';

/** Adds accounts, their sign-ins, credentials, sent emails and API tokens. */
export const accounts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table users (
        id text primary key,
        name text not null,
        email text not null unique,
        email_verified boolean not null default false,
        image text,
        has_subscription boolean not null default false,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`.execute(db);
    await sql`
      create table sign_ins (
        id text primary key,
        token text not null unique,
        user_id text not null references users (id) on delete cascade,
        expires_at timestamptz not null,
        ip_address text,
        user_agent text,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index sign_ins_of_user on sign_ins (user_id)`.execute(db);
    await sql`
      create table credentials (
        id text primary key,
        account_id text not null,
        provider_id text not null,
        user_id text not null references users (id) on delete cascade,
        access_token text,
        refresh_token text,
        id_token text,
        access_token_expires_at timestamptz,
        refresh_token_expires_at timestamptz,
        scope text,
        password text,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index credentials_of_user on credentials (user_id)`.execute(db);
    await sql`
      create table verifications (
        id text primary key,
        identifier text not null,
        value text not null,
        expires_at timestamptz not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index verifications_of_identifier on verifications (identifier)`.execute(db);
    await sql`
      create table api_tokens (
        id text primary key,
        hash text not null unique,
        user_id text not null references users (id) on delete cascade,
        name text not null,
        created_at timestamptz not null default now(),
        used_at timestamptz
      )`.execute(db);
    await sql`create index api_tokens_of_user on api_tokens (user_id)`.execute(db);
  },
};
