import { type Kysely, type Migration, sql } from 'kysely';

/**
 * Adds individual quotas, the requested length of videos, and rendered seconds per owner and day. A trigger counts
 * finished videos in the transaction that publishes them: each counts once, whatever process finishes it, and even if
 * it is deleted later.
 */
const quotas: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table users add column quota jsonb`.execute(db);
    await sql`alter table videos add column seconds double precision not null default 0`.execute(db);
    await sql`create table rendered (
      owner text not null,
      day date not null,
      seconds double precision not null,
      primary key (owner, day)
    )`.execute(db);
    await sql`create function count_rendered() returns trigger language plpgsql as $$
      begin
        insert into rendered (owner, day, seconds)
        values (new.owner, (now() at time zone 'utc')::date, coalesce(new.duration, 0))
        on conflict (owner, day) do update set seconds = rendered.seconds + excluded.seconds;
        return null;
      end $$`.execute(db);
    await sql`create trigger videos_rendered after update of status on videos for each row
      when (new.status = 'done' and old.status <> 'done') execute function count_rendered()`.execute(db);
  },
};

/** Adds segments that several workers render, and the plan that they share. */
const sharedSegments: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table videos
      add column stage text not null default 'plan' check (stage in ('plan', 'segments', 'join'))`.execute(db);
    await sql`
      create table renders (
        video_id text primary key references videos (id) on delete cascade,
        attempt integer not null,
        program text not null,
        shared text not null
      )`.execute(db);
    await sql`
      create table segments (
        video_id text not null references renders (video_id) on delete cascade,
        place integer not null,
        frames integer not null,
        turn integer not null default 0,
        job_id uuid,
        status text not null default 'queued' check (status in ('queued', 'rendering', 'done')),
        attempt integer not null default 0,
        crashes integer not null default 0,
        refusals integer not null default 0,
        worker text,
        beat_at timestamptz,
        progress double precision not null default 0,
        file text,
        seconds double precision not null default 0,
        notes jsonb not null default '[]',
        created_at timestamptz not null default now(),
        primary key (video_id, place)
      )`.execute(db);
    await sql`create index segments_open on segments (status) where status in ('queued', 'rendering')`.execute(db);
    await sql`create index segments_of_jobs on segments (job_id)`.execute(db);
  },
};

/**
 * Adds the release that wrote a video's project, since earlier releases may not understand it; and indexes for the
 * queue by turn.
 */
const releases: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table videos add column release integer not null default 0`.execute(db);
    await sql`create index videos_in_line on videos (status, turn) where status in ('queued', 'rendering')`.execute(db);
    await sql`create index videos_open_of on videos (owner, turn) where status in ('queued', 'rendering')`.execute(db);
    await sql`create index segments_in_line on segments (status, turn) where status in ('queued', 'rendering')`.execute(
      db,
    );
    await sql`drop index segments_open`.execute(db);
  },
};

/** Adds webhooks, their state, and their signing secrets. */
const webhooks: Migration = {
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

/** Adds templates, logos, fonts and colors of accounts. */
const kits: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table kit_items (
        owner text not null,
        id text not null,
        body text not null,
        size integer not null,
        upload_ids jsonb not null default '[]',
        added_at timestamptz not null default now(),
        primary key (owner, id)
      )`.execute(db);
    await sql`create index kit_items_of_uploads on kit_items using gin (upload_ids)`.execute(db);
  },
};

/** Adds the processes that share the database, for operators. */
const processes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table processes (
        name text primary key,
        role text not null,
        started_at timestamptz not null default now(),
        beat_at timestamptz not null default now()
      )`.execute(db);
  },
};

/** Adds an index of recent failures, for operators. */
const failedVideos: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index videos_failed on videos (finished_at desc) where status = 'failed'`.execute(db);
  },
};

/**
 * Adds removed templates, logos, fonts and colors: a list that lacks an item may be an older list that was restored.
 */
const kitRemovals: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table kit_removals (
        owner text not null,
        id text not null,
        removed_at timestamptz not null default now(),
        primary key (owner, id)
      )`.execute(db);
  },
};

/**
 * Adds password reset links: one per account, stored as a hash. Links of earlier releases, stored in plain text, become
 * invalid.
 */
const passwordResets: Migration = {
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

/** Adds counts of recent sign-in tries, and known devices. */
const signInTries: Migration = {
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

/** Records when a sign-in was last used. */
const signInsUsed: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table sign_ins add column used_at timestamptz not null default now()`.execute(db);
    await sql`update sign_ins set used_at = updated_at`.execute(db);
  },
};

/** Emailed links that confirm an address. */
const confirmations: Migration = {
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

/**
 * Adds the second factor of sign-ins: secrets of authenticator apps, recovery codes, and used codes. The account
 * library's secret encrypts the secrets of apps and signs the state of a running sign-in, for all processes.
 */
const twoFactors: Migration = {
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

/**
 * Adds the party whose turns and quotas a row uses: its account or, for anonymous owners, their network. Rows from
 * earlier releases use the owner as party, and so do rows that a process of an earlier release adds.
 */
const parties: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create function party_is_owner() returns trigger language plpgsql as $$
      begin
        new.party := coalesce(new.party, new.owner);
        return new;
      end $$`.execute(db);
    for (const name of ['videos', 'uploads', 'conversions', 'transcriptions']) {
      const table = sql.table(name);
      await sql`alter table ${table} add column party text`.execute(db);
      await sql`update ${table} set party = owner`.execute(db);
      await sql`alter table ${table} alter column party set not null`.execute(db);
      await sql`create trigger ${sql.ref(`${name}_party`)} before insert on ${table}
        for each row execute function party_is_owner()`.execute(db);
    }
    await sql`drop index videos_open_of`.execute(db);
    await sql`create index videos_open_of_party on videos (party, turn) where status in ('queued', 'rendering')`.execute(
      db,
    );
    await sql`create index videos_of_party on videos (party)`.execute(db);
    await sql`create index uploads_of_party on uploads (party, created_at)`.execute(db);
    await sql`alter table derivations add column party text not null default ''`.execute(db);
    await sql`alter table derivations add column turn integer not null default 0`.execute(db);
    await countByParty(db);
  },
};

/** A new table replaces "rendered", because processes of an earlier release still read and change that one. */
async function countByParty(db: Kysely<unknown>): Promise<void> {
  await sql`create table rendered_seconds (
    party text not null,
    owner text not null,
    day date not null,
    seconds double precision not null,
    primary key (party, owner, day)
  )`.execute(db);
  await sql`create index rendered_seconds_of_owner on rendered_seconds (owner)`.execute(db);
  await sql`insert into rendered_seconds (party, owner, day, seconds)
    select owner, owner, day, seconds from rendered`.execute(db);
  await sql`create or replace function count_rendered() returns trigger language plpgsql as $$
    begin
      insert into rendered_seconds (party, owner, day, seconds)
      values (new.party, new.owner, (now() at time zone 'utc')::date, coalesce(new.duration, 0))
      on conflict (party, owner, day) do update set seconds = rendered_seconds.seconds + excluded.seconds;
      return null;
    end $$`.execute(db);
}

/**
 * Records processes that crashed while they worked, and the work that was lost with them, to tell work that crashes
 * processes from work that was there by chance.
 */
const crashes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table process_crashes (
      name text primary key,
      number bigserial not null,
      at timestamptz not null default now()
    )`.execute(db);
    for (const name of ['videos', 'segments'])
      await sql`alter table ${sql.table(name)}
        add column crash bigint, add column deferrals integer not null default 0`.execute(db);
    await sql`alter table segments add column seen_crash bigint not null default 0`.execute(db);
    for (const name of ['conversions', 'transcriptions', 'derivations', 'webhooks'])
      await sql`alter table ${sql.table(name)}
        add column worker text, add column crashes integer not null default 0, add column crash bigint`.execute(db);
  },
};

const words = { PENDING: 'queued', RUNNING: 'queued', COMPLETE: 'done', FAILED: 'failed', CANCELLED: 'canceled' };

/**
 * Gives conversions, transcriptions and derivations the lifecycle of all work: their rows name a job of the queue, and
 * a sweep gives open rows of earlier releases one. The columns turn, attempts and beat_at stay, because processes of an
 * earlier release still write them. Such processes find no work here any more, and lose what they are working on.
 */
const sideJobs: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const news = Object.entries(words).map(([from, to]) => sql`when ${sql.lit(from)} then ${sql.lit(to)}`);
    for (const name of ['conversions', 'transcriptions', 'derivations']) {
      const table = sql.table(name);
      await sql`alter table ${table} drop constraint ${sql.ref(`${name}_status_check`)}`.execute(db);
      await sql`drop index ${sql.ref(`${name}_open`)}`.execute(db);
      await sql`alter table ${table} alter column status set default 'queued',
        add column job_id uuid, add column deferrals integer not null default 0`.execute(db);
      await sql`update ${table} set status = case status ${sql.join(news, sql` `)} end`.execute(db);
      await sql`alter table ${table} add constraint ${sql.ref(`${name}_status_check`)}
        check (status in ('queued', 'running', 'done', 'failed', 'canceled'))`.execute(db);
      await sql`create index ${sql.ref(`${name}_open`)} on ${table} (job_id)
        where status in ('queued', 'running')`.execute(db);
    }
    await sql`drop index transcriptions_of_owner`.execute(db);
    await sql`create index transcriptions_of_owner on transcriptions (owner)
      where status in ('queued', 'running')`.execute(db);
  },
};

/** What a database of release 0.1.0, the oldest that can be upgraded, has behind it. */
const release010 = [
  '001_videos_uploads',
  '002_request_hash',
  '003_notes',
  '004_turn',
  '005_resumable_uploads',
  '007_links',
  '009_conversions',
  '010_found_images',
  '011_upload_pieces',
  '012_derivations',
  '013_identity',
  '014_conversion_turn',
  '016_asked_from',
  '017_transcriptions',
  '018_askers',
  '019_accounts',
  '020_projects',
  '021_hashed_sign_ins',
  '022_private_videos',
  '023_kept_at',
];

const beforeRelease010: Migration = {
  async up() {
    throw new Error(
      'The database belongs to a version of Cutroom before 0.1.0. Start release 0.1.0 once, which upgrades it, then this one.',
    );
  },
};

/**
 * The steps by which a database of release 0.1.0 got the schema of the baseline, by name, in order. Frozen: a change to
 * the schema is a new migration, for all databases.
 */
export const earlier: Record<string, Migration> = {
  ...Object.fromEntries(release010.map((name) => [name, beforeRelease010])),
  '025_quotas': quotas,
  '026_shared_segments': sharedSegments,
  '028_releases': releases,
  '029_webhooks': webhooks,
  '030_kits': kits,
  '031_processes': processes,
  '032_failed': failedVideos,
  '033_kit_removals': kitRemovals,
  '034_password_resets': passwordResets,
  '035_sign_in_tries': signInTries,
  '040_sign_ins_used': signInsUsed,
  '041_confirmations': confirmations,
  '042_two_factors': twoFactors,
  '055_parties': parties,
  '056_crashes': crashes,
  '060_side_jobs': sideJobs,
};
