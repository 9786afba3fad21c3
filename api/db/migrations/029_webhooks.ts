import { type Kysely, type Migration, sql } from 'kysely';

/** Adds webhooks, their state, and their signing secrets. */
export const webhooks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table webhooks (
        video_id text primary key references videos (id) on delete cascade,
        url text not null,
        origin text not null,
        signer text,
        status text not null default 'waiting'
          check (status in ('waiting', 'queued', 'sending', 'delivered', 'failed')),
        event_id text,
        job_id uuid,
        attempts integer not null default 0,
        last_status integer,
        last_error text,
        next_at timestamptz,
        begun_at timestamptz,
        ended_at timestamptz
      )`.execute(db);
    await sql`
      create index webhooks_open on webhooks (status) where status in ('waiting', 'queued', 'sending')`.execute(db);
    await sql`
      create table webhook_secrets (
        user_id text primary key references users (id) on delete cascade,
        secret text not null,
        former text,
        made_at timestamptz not null default now()
      )`.execute(db);
  },
};
