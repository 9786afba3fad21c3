-- All that a service of release 0.1.0 has stored, with an account (ada@example.org, correct horse battery), its project, upload and video: pg_dump --inserts --no-owner.
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE SCHEMA cutroom_queue;
CREATE TYPE cutroom_queue.job_state AS ENUM (
    'created',
    'retry',
    'active',
    'completed',
    'cancelled',
    'failed'
);
CREATE FUNCTION cutroom_queue.create_queue(queue_name text, options json) RETURNS void
    LANGUAGE plpgsql
    AS $_$
    DECLARE
      table_name varchar := 'j' || encode(sha224(queue_name::bytea), 'hex');
      queue_created_on timestamptz;
    BEGIN
      WITH q as (
      INSERT INTO cutroom_queue.queue (
        name,
        policy,
        retry_limit,
        retry_delay,
        retry_backoff,
        expire_seconds,
        retention_minutes,
        dead_letter,
        partition_name
      )
      VALUES (
        queue_name,
        options->>'policy',
        (options->>'retryLimit')::int,
        (options->>'retryDelay')::int,
        (options->>'retryBackoff')::bool,
        (options->>'expireInSeconds')::int,
        (options->>'retentionMinutes')::int,
        options->>'deadLetter',
        table_name
      )
      ON CONFLICT DO NOTHING
      RETURNING created_on
      )
      SELECT created_on into queue_created_on from q;
      IF queue_created_on IS NULL THEN
        RETURN;
      END IF;
      EXECUTE format('CREATE TABLE cutroom_queue.%I (LIKE cutroom_queue.job INCLUDING DEFAULTS)', table_name);
      EXECUTE format('ALTER TABLE cutroom_queue.%1$I ADD PRIMARY KEY (name, id)', table_name);
      EXECUTE format('ALTER TABLE cutroom_queue.%1$I ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES cutroom_queue.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED', table_name);
      EXECUTE format('ALTER TABLE cutroom_queue.%1$I ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES cutroom_queue.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i1 ON cutroom_queue.%1$I (name, COALESCE(singleton_key, '''')) WHERE state = ''created'' AND policy = ''short''', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i2 ON cutroom_queue.%1$I (name, COALESCE(singleton_key, '''')) WHERE state = ''active'' AND policy = ''singleton''', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i3 ON cutroom_queue.%1$I (name, state, COALESCE(singleton_key, '''')) WHERE state <= ''active'' AND policy = ''stately''', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i4 ON cutroom_queue.%1$I (name, singleton_on, COALESCE(singleton_key, '''')) WHERE state <> ''cancelled'' AND singleton_on IS NOT NULL', table_name);
      EXECUTE format('CREATE INDEX %1$s_i5 ON cutroom_queue.%1$I (name, start_after) INCLUDE (priority, created_on, id) WHERE state < ''active''', table_name);
      EXECUTE format('ALTER TABLE cutroom_queue.%I ADD CONSTRAINT cjc CHECK (name=%L)', table_name, queue_name);
      EXECUTE format('ALTER TABLE cutroom_queue.job ATTACH PARTITION cutroom_queue.%I FOR VALUES IN (%L)', table_name, queue_name);
    END;
    $_$;
CREATE FUNCTION cutroom_queue.delete_queue(queue_name text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      table_name varchar;
    BEGIN
      WITH deleted as (
        DELETE FROM cutroom_queue.queue
        WHERE name = queue_name
        RETURNING partition_name
      )
      SELECT partition_name from deleted INTO table_name;
      EXECUTE format('DROP TABLE IF EXISTS cutroom_queue.%I', table_name);
    END;
    $$;
CREATE TABLE cutroom_queue.archive (
    id uuid NOT NULL,
    name text NOT NULL,
    priority integer NOT NULL,
    data jsonb,
    state cutroom_queue.job_state NOT NULL,
    retry_limit integer NOT NULL,
    retry_count integer NOT NULL,
    retry_delay integer NOT NULL,
    retry_backoff boolean NOT NULL,
    start_after timestamp with time zone NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval NOT NULL,
    created_on timestamp with time zone NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    archived_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE cutroom_queue.job (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state cutroom_queue.job_state DEFAULT 'created'::cutroom_queue.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text
)
PARTITION BY LIST (name);
CREATE TABLE cutroom_queue.j37724b0b776ac35a3767aff875edc95975b9a5b848ca3d9b068cc0fb (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state cutroom_queue.job_state DEFAULT 'created'::cutroom_queue.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    CONSTRAINT cjc CHECK ((name = 'render'::text))
);
CREATE TABLE cutroom_queue.queue (
    name text NOT NULL,
    policy text,
    retry_limit integer,
    retry_delay integer,
    retry_backoff boolean,
    expire_seconds integer,
    retention_minutes integer,
    dead_letter text,
    partition_name text,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE cutroom_queue.schedule (
    name text NOT NULL,
    cron text NOT NULL,
    timezone text,
    data jsonb,
    options jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE cutroom_queue.subscription (
    event text NOT NULL,
    name text NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE cutroom_queue.version (
    version integer NOT NULL,
    maintained_on timestamp with time zone,
    cron_on timestamp with time zone,
    monitored_on timestamp with time zone
);
CREATE TABLE public.api_tokens (
    id text NOT NULL,
    hash text NOT NULL,
    user_id text NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    used_at timestamp with time zone
);
CREATE TABLE public.contents (
    hash text NOT NULL,
    file text NOT NULL,
    mime text NOT NULL,
    size bigint NOT NULL,
    facts jsonb,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.conversions (
    id text NOT NULL,
    owner text NOT NULL,
    source_url text NOT NULL,
    input_name text NOT NULL,
    status text DEFAULT 'PENDING'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    beat_at timestamp with time zone,
    output_url text,
    error jsonb,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    turn integer DEFAULT 0 NOT NULL,
    CONSTRAINT conversions_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'RUNNING'::text, 'COMPLETE'::text, 'FAILED'::text, 'CANCELLED'::text])))
);
CREATE TABLE public.credentials (
    id text NOT NULL,
    account_id text NOT NULL,
    provider_id text NOT NULL,
    user_id text NOT NULL,
    access_token text,
    refresh_token text,
    id_token text,
    access_token_expires_at timestamp with time zone,
    refresh_token_expires_at timestamp with time zone,
    scope text,
    password text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.derivations (
    id text NOT NULL,
    content text NOT NULL,
    kind text NOT NULL,
    status text DEFAULT 'PENDING'::text NOT NULL,
    progress real DEFAULT 0 NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    beat_at timestamp with time zone,
    asked_at timestamp with time zone DEFAULT now() NOT NULL,
    error jsonb,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT derivations_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'RUNNING'::text, 'COMPLETE'::text, 'FAILED'::text, 'CANCELLED'::text])))
);
CREATE TABLE public.found_images (
    id text NOT NULL,
    source text NOT NULL,
    url text NOT NULL,
    thumbnail text NOT NULL,
    found_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.identity (
    one boolean DEFAULT true NOT NULL,
    id text NOT NULL,
    CONSTRAINT identity_one_check CHECK (one)
);
CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.links (
    key text NOT NULL,
    upload text NOT NULL,
    sound text,
    fetched_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE SEQUENCE public.project_revisions
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.project_versions (
    owner text NOT NULL,
    project_id text NOT NULL,
    revision bigint DEFAULT nextval('public.project_revisions'::regclass) NOT NULL,
    name text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    scene_count integer NOT NULL,
    body text NOT NULL,
    size integer NOT NULL,
    media jsonb DEFAULT '[]'::jsonb NOT NULL,
    upload_ids jsonb DEFAULT '[]'::jsonb NOT NULL,
    picture text,
    saved_at timestamp with time zone NOT NULL,
    is_apart boolean DEFAULT false NOT NULL,
    kept_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.projects (
    owner text NOT NULL,
    id text NOT NULL,
    revision bigint DEFAULT nextval('public.project_revisions'::regclass) NOT NULL,
    name text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    scene_count integer NOT NULL,
    body text NOT NULL,
    size integer NOT NULL,
    media jsonb DEFAULT '[]'::jsonb NOT NULL,
    upload_ids jsonb DEFAULT '[]'::jsonb NOT NULL,
    picture text,
    saved_at timestamp with time zone NOT NULL,
    removed_at timestamp with time zone
);
CREATE TABLE public.sign_ins (
    id text NOT NULL,
    token text NOT NULL,
    user_id text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ip_address text,
    user_agent text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.transcriptions (
    id text NOT NULL,
    owner text NOT NULL,
    source_url text NOT NULL,
    language_code text NOT NULL,
    engine text NOT NULL,
    status text DEFAULT 'PENDING'::text NOT NULL,
    turn integer DEFAULT 0 NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    beat_at timestamp with time zone,
    progress jsonb,
    cues jsonb,
    error jsonb,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    askers integer DEFAULT 1 NOT NULL,
    CONSTRAINT transcriptions_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'RUNNING'::text, 'COMPLETE'::text, 'FAILED'::text, 'CANCELLED'::text])))
);
CREATE TABLE public.upload_pieces (
    upload text NOT NULL,
    start bigint NOT NULL,
    size bigint NOT NULL,
    key text NOT NULL
);
CREATE TABLE public.uploads (
    id text NOT NULL,
    token text NOT NULL,
    owner text NOT NULL,
    name text NOT NULL,
    declared_type text NOT NULL,
    declared_size bigint,
    status text DEFAULT 'open'::text NOT NULL,
    file text,
    mime text,
    size bigint,
    facts jsonb,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    content text,
    touched_at timestamp with time zone DEFAULT now() NOT NULL,
    writer text,
    CONSTRAINT uploads_status_check CHECK ((status = ANY (ARRAY['open'::text, 'done'::text, 'expired'::text])))
);
CREATE TABLE public.users (
    id text NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    email_verified boolean DEFAULT false NOT NULL,
    image text,
    has_subscription boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.verifications (
    id text NOT NULL,
    identifier text NOT NULL,
    value text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.videos (
    id text NOT NULL,
    seq bigint NOT NULL,
    owner text NOT NULL,
    name text,
    idempotency_key text,
    project jsonb NOT NULL,
    status text DEFAULT 'queued'::text NOT NULL,
    progress double precision DEFAULT 0 NOT NULL,
    progress_text text DEFAULT 'Loading ...'::text NOT NULL,
    job_id uuid,
    attempt integer DEFAULT 0 NOT NULL,
    crashes integer DEFAULT 0 NOT NULL,
    worker text,
    beat_at timestamp with time zone,
    file text,
    poster text,
    mime text,
    width integer,
    height integer,
    duration double precision,
    size bigint,
    error jsonb,
    submitted_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    request_hash text,
    notes jsonb,
    turn integer DEFAULT 0 NOT NULL,
    asked_from text,
    is_private boolean DEFAULT false NOT NULL,
    CONSTRAINT videos_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'rendering'::text, 'done'::text, 'failed'::text, 'cancelled'::text])))
);
ALTER TABLE public.videos ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.videos_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE ONLY cutroom_queue.job ATTACH PARTITION cutroom_queue.j37724b0b776ac35a3767aff875edc95975b9a5b848ca3d9b068cc0fb FOR VALUES IN ('render');
INSERT INTO cutroom_queue.j37724b0b776ac35a3767aff875edc95975b9a5b848ca3d9b068cc0fb VALUES ('ed8feb5c-ee1c-4504-aee7-5bf6739504b5', 'render', 0, '{"videoId": "2a9b2886ceb7be9e50489f0736ad2c20"}', 'created', 0, 0, 0, false, '2026-11-23 18:54:39.606111+00', NULL, NULL, NULL, '00:15:00', '2026-11-23 18:54:39.606111+00', NULL, '2026-12-07 18:54:39.606111+00', NULL, NULL, 'standard');
INSERT INTO cutroom_queue.queue VALUES ('render', 'standard', 0, NULL, NULL, NULL, NULL, NULL, 'j37724b0b776ac35a3767aff875edc95975b9a5b848ca3d9b068cc0fb', '2026-11-23 18:54:38.53288+00', '2026-11-23 18:54:38.53288+00');
INSERT INTO cutroom_queue.version VALUES (24, NULL, NULL, NULL);
INSERT INTO public.contents VALUES ('2643495054727836ad8789dfe8a15c76e402ad4e306930c9e80fc4bf681aad87', '2643495054727836ad8789dfe8a15c76e402ad4e306930c9e80fc4bf681aad87-0ae13b88.mp4', 'video/mp4', 8896, '{"kind": "video", "width": 96, "height": 64, "animated": false, "duration": 0.2, "hasAudio": true}', '2026-11-23 18:54:39.528448+00');
INSERT INTO public.credentials VALUES ('hbJnTaH61aeHymFnrEnKYAH41GJd9Dt2', 'SkENsKxFswuYJGcvlZucp32PGDesAgFd', 'credential', 'SkENsKxFswuYJGcvlZucp32PGDesAgFd', NULL, NULL, NULL, NULL, NULL, NULL, '6644474a413fdfd9428014ee4febacd2:79c5de8dcd72a9f56e2e379439f342f778e56dc2429b627ace37b7616e6a1973165bbd55189cfbaff7d3024471363a868590ce4cfbeb6a6b5770ad7c201c6dd0', '2026-11-23 18:54:39.162+00', '2026-11-23 18:54:39.162+00');
INSERT INTO public.identity VALUES (true, '639bca2dbbd49a4a6e015c958820c834');
INSERT INTO public.kysely_migration VALUES ('001_videos_uploads', '2026-11-23T18:54:38.482Z');
INSERT INTO public.kysely_migration VALUES ('002_request_hash', '2026-11-23T18:54:38.483Z');
INSERT INTO public.kysely_migration VALUES ('003_notes', '2026-11-23T18:54:38.484Z');
INSERT INTO public.kysely_migration VALUES ('004_turn', '2026-11-23T18:54:38.485Z');
INSERT INTO public.kysely_migration VALUES ('005_resumable_uploads', '2026-11-23T18:54:38.490Z');
INSERT INTO public.kysely_migration VALUES ('007_links', '2026-11-23T18:54:38.491Z');
INSERT INTO public.kysely_migration VALUES ('009_conversions', '2026-11-23T18:54:38.493Z');
INSERT INTO public.kysely_migration VALUES ('010_found_images', '2026-11-23T18:54:38.495Z');
INSERT INTO public.kysely_migration VALUES ('011_upload_pieces', '2026-11-23T18:54:38.497Z');
INSERT INTO public.kysely_migration VALUES ('012_derivations', '2026-11-23T18:54:38.499Z');
INSERT INTO public.kysely_migration VALUES ('013_identity', '2026-11-23T18:54:38.500Z');
INSERT INTO public.kysely_migration VALUES ('014_conversion_turn', '2026-11-23T18:54:38.501Z');
INSERT INTO public.kysely_migration VALUES ('016_asked_from', '2026-11-23T18:54:38.502Z');
INSERT INTO public.kysely_migration VALUES ('017_transcriptions', '2026-11-23T18:54:38.504Z');
INSERT INTO public.kysely_migration VALUES ('018_askers', '2026-11-23T18:54:38.506Z');
INSERT INTO public.kysely_migration VALUES ('019_accounts', '2026-11-23T18:54:38.513Z');
INSERT INTO public.kysely_migration VALUES ('020_projects', '2026-11-23T18:54:38.517Z');
INSERT INTO public.kysely_migration VALUES ('021_hashed_sign_ins', '2026-11-23T18:54:38.518Z');
INSERT INTO public.kysely_migration VALUES ('022_private_videos', '2026-11-23T18:54:38.519Z');
INSERT INTO public.kysely_migration VALUES ('023_kept_at', '2026-11-23T18:54:38.519Z');
INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);
INSERT INTO public.project_versions VALUES ('user:SkENsKxFswuYJGcvlZucp32PGDesAgFd', 'one', 1, '', 64, 64, 1, '{"version":1,"ratio":"1:1","width":64,"height":64,"background":"#ffffff","fontStyle":"normal","fontWeight":"bold","lineWidth":0,"textAlign":"center","textShadow":"#000000","quality":"high","alwaysEncode":false,"snapToGrid":true,"isMuted":false,"scenes":[{"id":"s","layers":[{"id":"t","position":{"x":"0%","y":"0%","width":"100%","height":"100%","rotation":0},"lockAspectRatio":false,"type":"text","text":"before","textAlign":"center","fontFamily":"Arial","fontSize":"16px","fitText":true,"lineHeight":1.2,"verticalAlign":"middle","fontStyle":"normal","fontWeight":"normal","color":"#000000","textShadow":"white","letterSpacing":0,"outlineWidth":5,"globalAlpha":1,"shadowColor":"none","shadowBlur":12,"shadowOffsetX":0,"shadowOffsetY":6,"background":"rgba(0, 0, 0, 0.6)","backgroundStyle":"none","padding":12,"radius":8}],"background":"#ffffff","duration":0.5,"isImageVideo":false}],"audio":null,"watermark":false,"withCustomWatermark":false,"watermarkPos":"top-left","watermarkText":"","watermarkFont":"Roboto","watermarkColor":"white","watermarkMedium":"text","output":{"type":"video","container":"mp4"}}', 1105, '[]', '[]', NULL, '2026-11-23 18:54:39.54+00', false, '2026-11-23 18:54:39.575306+00');
INSERT INTO public.projects VALUES ('user:SkENsKxFswuYJGcvlZucp32PGDesAgFd', 'one', 2, '', 64, 64, 1, '{"version":1,"ratio":"1:1","width":64,"height":64,"background":"#ffffff","fontStyle":"normal","fontWeight":"bold","lineWidth":0,"textAlign":"center","textShadow":"#000000","quality":"high","alwaysEncode":false,"snapToGrid":true,"isMuted":false,"scenes":[{"id":"s","layers":[{"id":"t","position":{"x":"0%","y":"0%","width":"100%","height":"100%","rotation":0},"lockAspectRatio":false,"type":"text","text":"kept","textAlign":"center","fontFamily":"Arial","fontSize":"16px","fitText":true,"lineHeight":1.2,"verticalAlign":"middle","fontStyle":"normal","fontWeight":"normal","color":"#000000","textShadow":"white","letterSpacing":0,"outlineWidth":5,"globalAlpha":1,"shadowColor":"none","shadowBlur":12,"shadowOffsetX":0,"shadowOffsetY":6,"background":"rgba(0, 0, 0, 0.6)","backgroundStyle":"none","padding":12,"radius":8}],"background":"#ffffff","duration":0.5,"isImageVideo":false}],"audio":null,"watermark":false,"withCustomWatermark":false,"watermarkPos":"top-left","watermarkText":"","watermarkFont":"Roboto","watermarkColor":"white","watermarkMedium":"text","output":{"type":"video","container":"mp4"}}', 1103, '[]', '[]', NULL, '2026-11-23 18:54:39.563+00', NULL);
INSERT INTO public.sign_ins VALUES ('8T2kkvZr5iJ2F0Z3djDOiTSOqN5xlSjI', '77e3ffdd17804e6a324355037660099594889dfa2f216daa713d84fd8d2e130d', 'SkENsKxFswuYJGcvlZucp32PGDesAgFd', '2026-12-23 18:54:39.171+00', '', '', '2026-11-23 18:54:39.171+00', '2026-11-23 18:54:39.171+00');
INSERT INTO public.uploads VALUES ('26b76a094f7a1b6ec23fef3d0f3f6066', '1b3863bc2622eb2f6b7833d688a9551d', 'user:SkENsKxFswuYJGcvlZucp32PGDesAgFd', 'clip_206333b3.mp4', 'video/mp4', NULL, 'done', '2643495054727836ad8789dfe8a15c76e402ad4e306930c9e80fc4bf681aad87-0ae13b88.mp4', 'video/mp4', 8896, '{"kind": "video", "width": 96, "height": 64, "animated": false, "duration": 0.2, "hasAudio": true}', '2026-11-23 18:54:39.378449+00', '2026-11-23 18:54:39.528448+00', '2643495054727836ad8789dfe8a15c76e402ad4e306930c9e80fc4bf681aad87', '2026-11-23 18:54:39.413454+00', '6898da9ddd610920574111e60b58ba9f');
INSERT INTO public.users VALUES ('SkENsKxFswuYJGcvlZucp32PGDesAgFd', 'Ada', 'ada@example.org', false, NULL, false, '2026-11-23 18:54:39.156+00', '2026-11-23 18:54:39.156+00');
INSERT INTO public.videos OVERRIDING SYSTEM VALUE VALUES ('2a9b2886ceb7be9e50489f0736ad2c20', 1, 'user:SkENsKxFswuYJGcvlZucp32PGDesAgFd', NULL, NULL, '{"audio": null, "ratio": "1:1", "width": 64, "height": 64, "output": {"type": "video", "container": "mp4"}, "scenes": [{"id": "s", "layers": [{"id": "t", "text": "Hello", "type": "text", "color": "#000000", "radius": 8, "fitText": true, "padding": 12, "fontSize": "16px", "position": {"x": "0%", "y": "0%", "width": "100%", "height": "100%", "rotation": 0}, "fontStyle": "normal", "textAlign": "center", "background": "rgba(0, 0, 0, 0.6)", "fontFamily": "Arial", "fontWeight": "normal", "lineHeight": 1.2, "shadowBlur": 12, "textShadow": "white", "globalAlpha": 1, "shadowColor": "none", "outlineWidth": 5, "letterSpacing": 0, "shadowOffsetX": 0, "shadowOffsetY": 6, "verticalAlign": "middle", "backgroundStyle": "none", "lockAspectRatio": false}], "duration": 0.5, "background": "#ffffff", "isImageVideo": false}], "isMuted": false, "quality": "high", "version": 1, "fontStyle": "normal", "lineWidth": 0, "textAlign": "center", "watermark": false, "background": "#ffffff", "fontWeight": "bold", "snapToGrid": true, "textShadow": "#000000", "alwaysEncode": false, "watermarkPos": "top-left", "watermarkFont": "Roboto", "watermarkText": "", "watermarkColor": "white", "watermarkMedium": "text", "withCustomWatermark": false}', 'queued', 0, 'Loading ...', 'ed8feb5c-ee1c-4504-aee7-5bf6739504b5', 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-23 18:54:39.606111+00', NULL, 'cf114db038a1782df91cbad1514a22d13e321ab32d25decef1202c9e9991ebe3', NULL, 0, NULL, false);
SELECT pg_catalog.setval('public.project_revisions', 2, true);
SELECT pg_catalog.setval('public.videos_seq_seq', 1, true);
ALTER TABLE ONLY cutroom_queue.archive
    ADD CONSTRAINT archive_pkey PRIMARY KEY (name, id);
ALTER TABLE ONLY cutroom_queue.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (name, id);
ALTER TABLE ONLY cutroom_queue.j37724b0b776ac35a3767aff875edc95975b9a5b848ca3d9b068cc0fb
    ADD CONSTRAINT j37724b0b776ac35a3767aff875edc95975b9a5b848ca3d9b068cc0fb_pkey PRIMARY KEY (name, id);
ALTER TABLE ONLY cutroom_queue.queue
    ADD CONSTRAINT queue_pkey PRIMARY KEY (name);
ALTER TABLE ONLY cutroom_queue.schedule
    ADD CONSTRAINT schedule_pkey PRIMARY KEY (name);
ALTER TABLE ONLY cutroom_queue.subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (event, name);
ALTER TABLE ONLY cutroom_queue.version
    ADD CONSTRAINT version_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.api_tokens
    ADD CONSTRAINT api_tokens_hash_key UNIQUE (hash);
ALTER TABLE ONLY public.api_tokens
    ADD CONSTRAINT api_tokens_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.contents
    ADD CONSTRAINT contents_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.conversions
    ADD CONSTRAINT conversions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.derivations
    ADD CONSTRAINT derivations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.found_images
    ADD CONSTRAINT found_images_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.identity
    ADD CONSTRAINT identity_pkey PRIMARY KEY (one);
ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.project_versions
    ADD CONSTRAINT project_versions_pkey PRIMARY KEY (owner, project_id, revision);
ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_pkey PRIMARY KEY (owner, id);
ALTER TABLE ONLY public.sign_ins
    ADD CONSTRAINT sign_ins_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sign_ins
    ADD CONSTRAINT sign_ins_token_key UNIQUE (token);
ALTER TABLE ONLY public.transcriptions
    ADD CONSTRAINT transcriptions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.upload_pieces
    ADD CONSTRAINT upload_pieces_pkey PRIMARY KEY (upload, start);
ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_token_key UNIQUE (token);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_email_key UNIQUE (email);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.verifications
    ADD CONSTRAINT verifications_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.videos
    ADD CONSTRAINT videos_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.videos
    ADD CONSTRAINT videos_seq_key UNIQUE (seq);
CREATE INDEX archive_i1 ON cutroom_queue.archive USING btree (archived_on);
CREATE UNIQUE INDEX j37724b0b776ac35a3767aff875edc95975b9a5b848ca3d9b068cc0fb_i1 ON cutroom_queue.j37724b0b776ac35a3767aff875edc95975b9a5b848ca3d9b068cc0fb USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::cutroom_queue.job_state) AND (policy = 'short'::text));
CREATE UNIQUE INDEX j37724b0b776ac35a3767aff875edc95975b9a5b848ca3d9b068cc0fb_i2 ON cutroom_queue.j37724b0b776ac35a3767aff875edc95975b9a5b848ca3d9b068cc0fb USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::cutroom_queue.job_state) AND (policy = 'singleton'::text));
CREATE UNIQUE INDEX j37724b0b776ac35a3767aff875edc95975b9a5b848ca3d9b068cc0fb_i3 ON cutroom_queue.j37724b0b776ac35a3767aff875edc95975b9a5b848ca3d9b068cc0fb USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::cutroom_queue.job_state) AND (policy = 'stately'::text));
CREATE UNIQUE INDEX j37724b0b776ac35a3767aff875edc95975b9a5b848ca3d9b068cc0fb_i4 ON cutroom_queue.j37724b0b776ac35a3767aff875edc95975b9a5b848ca3d9b068cc0fb USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::cutroom_queue.job_state) AND (singleton_on IS NOT NULL));
CREATE INDEX j37724b0b776ac35a3767aff875edc95975b9a5b848ca3d9b068cc0fb_i5 ON cutroom_queue.j37724b0b776ac35a3767aff875edc95975b9a5b848ca3d9b068cc0fb USING btree (name, start_after) INCLUDE (priority, created_on, id) WHERE (state < 'active'::cutroom_queue.job_state);
CREATE INDEX api_tokens_of_user ON public.api_tokens USING btree (user_id);
CREATE INDEX conversions_of_owner ON public.conversions USING btree (owner);
CREATE INDEX conversions_open ON public.conversions USING btree (created_at) WHERE (status = ANY (ARRAY['PENDING'::text, 'RUNNING'::text]));
CREATE INDEX credentials_of_user ON public.credentials USING btree (user_id);
CREATE INDEX derivations_of_content ON public.derivations USING btree (content);
CREATE INDEX derivations_open ON public.derivations USING btree (created_at) WHERE (status = ANY (ARRAY['PENDING'::text, 'RUNNING'::text]));
CREATE INDEX project_versions_of_uploads ON public.project_versions USING gin (upload_ids);
CREATE INDEX projects_of_uploads ON public.projects USING gin (upload_ids);
CREATE INDEX sign_ins_of_user ON public.sign_ins USING btree (user_id);
CREATE INDEX transcriptions_of_owner ON public.transcriptions USING btree (owner) WHERE (status = ANY (ARRAY['PENDING'::text, 'RUNNING'::text]));
CREATE INDEX transcriptions_open ON public.transcriptions USING btree (turn, created_at) WHERE (status = ANY (ARRAY['PENDING'::text, 'RUNNING'::text]));
CREATE INDEX uploads_of_content ON public.uploads USING btree (content);
CREATE INDEX uploads_of_owner ON public.uploads USING btree (owner, created_at);
CREATE INDEX uploads_unfinished ON public.uploads USING btree (touched_at) WHERE (status <> 'done'::text);
CREATE INDEX verifications_of_identifier ON public.verifications USING btree (identifier);
CREATE INDEX videos_asked_from ON public.videos USING btree (asked_from, idempotency_key) WHERE (asked_from IS NOT NULL);
CREATE UNIQUE INDEX videos_idempotency ON public.videos USING btree (owner, idempotency_key);
CREATE INDEX videos_of_owner ON public.videos USING btree (owner, seq DESC);
CREATE INDEX videos_unfinished ON public.videos USING btree (status) WHERE (status = ANY (ARRAY['queued'::text, 'rendering'::text]));
ALTER INDEX cutroom_queue.job_pkey ATTACH PARTITION cutroom_queue.j37724b0b776ac35a3767aff875edc95975b9a5b848ca3d9b068cc0fb_pkey;
ALTER TABLE ONLY cutroom_queue.j37724b0b776ac35a3767aff875edc95975b9a5b848ca3d9b068cc0fb
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES cutroom_queue.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY cutroom_queue.j37724b0b776ac35a3767aff875edc95975b9a5b848ca3d9b068cc0fb
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES cutroom_queue.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY cutroom_queue.queue
    ADD CONSTRAINT queue_dead_letter_fkey FOREIGN KEY (dead_letter) REFERENCES cutroom_queue.queue(name);
ALTER TABLE ONLY cutroom_queue.schedule
    ADD CONSTRAINT schedule_name_fkey FOREIGN KEY (name) REFERENCES cutroom_queue.queue(name) ON DELETE CASCADE;
ALTER TABLE ONLY cutroom_queue.subscription
    ADD CONSTRAINT subscription_name_fkey FOREIGN KEY (name) REFERENCES cutroom_queue.queue(name) ON DELETE CASCADE;
ALTER TABLE ONLY public.api_tokens
    ADD CONSTRAINT api_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.project_versions
    ADD CONSTRAINT project_versions_owner_project_id_fkey FOREIGN KEY (owner, project_id) REFERENCES public.projects(owner, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sign_ins
    ADD CONSTRAINT sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.upload_pieces
    ADD CONSTRAINT upload_pieces_upload_fkey FOREIGN KEY (upload) REFERENCES public.uploads(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_content_fkey FOREIGN KEY (content) REFERENCES public.contents(hash);
