import { type Kysely, type Migration, sql } from 'kysely';

/**
 * Creates all tables in an empty database. A database of an earlier release gets the same schema by the steps of
 * `earlier.ts`, so columns stand in the order in which those add them. `../tables.ts` says what the columns mean.
 */
export const baseline: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of [...uploads, ...videos, ...sideWork, ...accounts, ...projects, ...installation])
      await sql.raw(statement).execute(db);
    // Each UUID has 122 random bits.
    await sql`insert into library_secret (secret) values (gen_random_uuid()::text || gen_random_uuid()::text)`.execute(
      db,
    );
  },
};

/** A row without a party gets its owner as party. */
const partyIsOwner = (table: string) =>
  `create trigger ${table}_party before insert on ${table} for each row execute function party_is_owner()`;

const uploads = [
  `create function party_is_owner() returns trigger language plpgsql as $$
    begin
      new.party := coalesce(new.party, new.owner);
      return new;
    end $$`,
  `create table contents (
    hash text primary key,
    file text not null,
    mime text not null,
    size bigint not null,
    facts jsonb,
    created_at timestamptz not null default now()
  )`,
  `create table uploads (
    id text primary key,
    token text not null unique,
    owner text not null,
    name text not null,
    declared_type text not null,
    declared_size bigint,
    status text not null default 'open' check (status in ('open', 'done', 'expired')),
    file text,
    mime text,
    size bigint,
    facts jsonb,
    created_at timestamptz not null default now(),
    finished_at timestamptz,
    content text references contents (hash),
    touched_at timestamptz not null default now(),
    writer text,
    party text not null
  )`,
  partyIsOwner('uploads'),
  `create index uploads_unfinished on uploads (touched_at) where status <> 'done'`,
  `create index uploads_of_content on uploads (content)`,
  `create index uploads_of_owner on uploads (owner, created_at)`,
  `create index uploads_of_party on uploads (party, created_at)`,
  `create table upload_pieces (
    upload text not null references uploads (id) on delete cascade,
    start bigint not null,
    size bigint not null,
    key text not null,
    primary key (upload, start)
  )`,
  `create table links (
    key text primary key,
    upload text not null,
    sound text,
    fetched_at timestamptz not null default now()
  )`,
  `create table found_images (
    id text primary key,
    source text not null,
    url text not null,
    thumbnail text not null,
    found_at timestamptz not null default now()
  )`,
];

const videos = [
  `create table videos (
    id text primary key,
    seq bigint generated always as identity unique,
    owner text not null,
    name text,
    idempotency_key text,
    project jsonb not null,
    status text not null default 'queued' check (status in ('queued', 'rendering', 'done', 'failed', 'cancelled')),
    progress double precision not null default 0,
    progress_text text not null default 'Loading ...',
    job_id uuid,
    attempt integer not null default 0,
    crashes integer not null default 0,
    worker text,
    beat_at timestamptz,
    file text,
    poster text,
    mime text,
    width integer,
    height integer,
    duration double precision,
    size bigint,
    error jsonb,
    submitted_at timestamptz not null default now(),
    finished_at timestamptz,
    request_hash text,
    notes jsonb,
    turn integer not null default 0,
    asked_from text,
    is_private boolean not null default false,
    seconds double precision not null default 0,
    stage text not null default 'plan' check (stage in ('plan', 'segments', 'join')),
    release integer not null default 0,
    party text not null,
    crash bigint,
    deferrals integer not null default 0
  )`,
  partyIsOwner('videos'),
  `create unique index videos_idempotency on videos (owner, idempotency_key)`,
  `create index videos_asked_from on videos (asked_from, idempotency_key) where asked_from is not null`,
  `create index videos_of_owner on videos (owner, seq desc)`,
  `create index videos_of_party on videos (party)`,
  `create index videos_unfinished on videos (status) where status in ('queued', 'rendering')`,
  `create index videos_in_line on videos (status, turn) where status in ('queued', 'rendering')`,
  `create index videos_open_of_party on videos (party, turn) where status in ('queued', 'rendering')`,
  `create index videos_failed on videos (finished_at desc) where status = 'failed'`,

  // Processes of earlier releases read "rendered".
  `create table rendered (
    owner text not null,
    day date not null,
    seconds double precision not null,
    primary key (owner, day)
  )`,
  `create table rendered_seconds (
    party text not null,
    owner text not null,
    day date not null,
    seconds double precision not null,
    primary key (party, owner, day)
  )`,
  `create index rendered_seconds_of_owner on rendered_seconds (owner)`,
  // Counts a finished video in the transaction that publishes it: once, even if it is deleted later.
  `create function count_rendered() returns trigger language plpgsql as $$
    begin
      insert into rendered_seconds (party, owner, day, seconds)
      values (new.party, new.owner, (now() at time zone 'utc')::date, coalesce(new.duration, 0))
      on conflict (party, owner, day) do update set seconds = rendered_seconds.seconds + excluded.seconds;
      return null;
    end $$`,
  `create trigger videos_rendered after update of status on videos for each row
    when (new.status = 'done' and old.status <> 'done') execute function count_rendered()`,

  `create table renders (
    video_id text primary key references videos (id) on delete cascade,
    attempt integer not null,
    program text not null,
    shared text not null
  )`,
  `create table segments (
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
    crash bigint,
    deferrals integer not null default 0,
    seen_crash bigint not null default 0,
    primary key (video_id, place)
  )`,
  `create index segments_in_line on segments (status, turn) where status in ('queued', 'rendering')`,
  `create index segments_of_jobs on segments (job_id)`,

  `create table webhooks (
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
    ended_at timestamptz,
    worker text,
    crashes integer not null default 0,
    crash bigint
  )`,
  `create index webhooks_open on webhooks (status) where status in ('waiting', 'queued', 'sending')`,
];

/** Processes of earlier releases write the columns turn, attempts and beat_at. */
const sideWork = [
  `create table conversions (
    id text primary key,
    owner text not null,
    source_url text not null,
    input_name text not null,
    status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'canceled')),
    attempts integer not null default 0,
    beat_at timestamptz,
    output_url text,
    error jsonb,
    created_at timestamptz not null default now(),
    turn integer not null default 0,
    party text not null,
    worker text,
    crashes integer not null default 0,
    crash bigint,
    job_id uuid,
    deferrals integer not null default 0
  )`,
  partyIsOwner('conversions'),
  // No index contains a source's URL, which may be too long for one.
  `create index conversions_of_owner on conversions (owner)`,
  `create index conversions_open on conversions (job_id) where status in ('queued', 'running')`,

  `create table transcriptions (
    id text primary key,
    owner text not null,
    source_url text not null,
    language_code text not null,
    engine text not null,
    status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'canceled')),
    turn integer not null default 0,
    attempts integer not null default 0,
    beat_at timestamptz,
    progress jsonb,
    cues jsonb,
    error jsonb,
    created_at timestamptz not null default now(),
    askers integer not null default 1,
    party text not null,
    worker text,
    crashes integer not null default 0,
    crash bigint,
    job_id uuid,
    deferrals integer not null default 0
  )`,
  partyIsOwner('transcriptions'),
  `create index transcriptions_of_owner on transcriptions (owner) where status in ('queued', 'running')`,
  `create index transcriptions_open on transcriptions (job_id) where status in ('queued', 'running')`,

  `create table derivations (
    id text primary key,
    content text not null,
    kind text not null,
    status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'canceled')),
    progress real not null default 0,
    attempts integer not null default 0,
    beat_at timestamptz,
    asked_at timestamptz not null default now(),
    error jsonb,
    created_at timestamptz not null default now(),
    party text not null default '',
    turn integer not null default 0,
    worker text,
    crashes integer not null default 0,
    crash bigint,
    job_id uuid,
    deferrals integer not null default 0
  )`,
  `create index derivations_of_content on derivations (content)`,
  `create index derivations_open on derivations (job_id) where status in ('queued', 'running')`,
];

const accounts = [
  `create table users (
    id text primary key,
    name text not null,
    email text not null unique,
    email_verified boolean not null default false,
    image text,
    has_subscription boolean not null default false,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    quota jsonb,
    two_factor boolean not null default false
  )`,
  `create table sign_ins (
    id text primary key,
    token text not null unique,
    user_id text not null references users (id) on delete cascade,
    expires_at timestamptz not null,
    ip_address text,
    user_agent text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    used_at timestamptz not null default now()
  )`,
  `create index sign_ins_of_user on sign_ins (user_id)`,
  `create table credentials (
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
  )`,
  `create index credentials_of_user on credentials (user_id)`,
  `create table verifications (
    id text primary key,
    identifier text not null,
    value text not null,
    expires_at timestamptz not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create index verifications_of_identifier on verifications (identifier)`,
  `create table api_tokens (
    id text primary key,
    hash text not null unique,
    user_id text not null references users (id) on delete cascade,
    name text not null,
    created_at timestamptz not null default now(),
    used_at timestamptz
  )`,
  `create index api_tokens_of_user on api_tokens (user_id)`,
  `create table webhook_secrets (
    user_id text primary key references users (id) on delete cascade,
    secret text not null,
    former text,
    made_at timestamptz not null default now()
  )`,
  `create table password_resets (
    user_id text primary key references users (id) on delete cascade,
    hash text not null unique,
    made_at timestamptz not null,
    window_began timestamptz not null,
    sent integer not null
  )`,
  `create table confirmations (
    hash text primary key,
    email text not null,
    user_id text references users (id) on delete cascade,
    name text,
    password text,
    browser text,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  `create index confirmations_of_user on confirmations (user_id)`,
  `create index confirmations_of_email on confirmations (email)`,
  `create table sign_in_tries (
    key text primary key,
    began timestamptz not null,
    count integer not null
  )`,
  `create table known_devices (
    hash text not null,
    user_id text not null references users (id) on delete cascade,
    seen_at timestamptz not null,
    primary key (hash, user_id)
  )`,
  `create index known_devices_of_user on known_devices (user_id, seen_at)`,
  `create table two_factors (
    id text primary key,
    user_id text not null unique references users (id) on delete cascade,
    secret text not null,
    backup_codes text not null,
    verified boolean not null default false,
    failed_verification_count integer not null default 0,
    locked_until timestamptz
  )`,
  `create table used_codes (
    user_id text not null references users (id) on delete cascade,
    code text not null,
    used_at timestamptz not null default now(),
    primary key (user_id, code)
  )`,
  // Encrypts the secrets of authenticator apps and signs the state of a running sign-in, for all processes.
  `create table library_secret (
    one boolean primary key default true check (one),
    secret text not null
  )`,
];

const savedProject = `
    name text not null,
    width integer not null,
    height integer not null,
    scene_count integer not null,
    body text not null,
    size integer not null,
    media jsonb not null default '[]',
    upload_ids jsonb not null default '[]',
    picture text,
    saved_at timestamptz not null`;

const projects = [
  // One sequence for all projects: a project that is deleted and created again never repeats a revision.
  `create sequence project_revisions`,
  `create table projects (
    owner text not null,
    id text not null,
    revision bigint not null default nextval('project_revisions'),${savedProject},
    removed_at timestamptz,
    primary key (owner, id)
  )`,
  `create index projects_of_uploads on projects using gin (upload_ids)`,
  `create table project_versions (
    owner text not null,
    project_id text not null,
    revision bigint not null default nextval('project_revisions'),${savedProject},
    is_apart boolean not null default false,
    kept_at timestamptz not null default now(),
    primary key (owner, project_id, revision),
    foreign key (owner, project_id) references projects (owner, id) on delete cascade
  )`,
  `create index project_versions_of_uploads on project_versions using gin (upload_ids)`,
  `create table kit_items (
    owner text not null,
    id text not null,
    body text not null,
    size integer not null,
    upload_ids jsonb not null default '[]',
    added_at timestamptz not null default now(),
    primary key (owner, id)
  )`,
  `create index kit_items_of_uploads on kit_items using gin (upload_ids)`,
  `create table kit_removals (
    owner text not null,
    id text not null,
    removed_at timestamptz not null default now(),
    primary key (owner, id)
  )`,
];

const installation = [
  `create table identity (
    one boolean primary key default true check (one),
    id text not null
  )`,
  `create table processes (
    name text primary key,
    role text not null,
    started_at timestamptz not null default now(),
    beat_at timestamptz not null default now()
  )`,
  `create table process_crashes (
    name text primary key,
    number bigserial not null,
    at timestamptz not null default now()
  )`,
];
