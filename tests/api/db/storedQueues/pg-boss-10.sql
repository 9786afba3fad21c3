-- What the last release with pg-boss 10 had stored when it was killed, with an account (ada@example.org, correct horse battery), and a video each that is done, running, and two that wait: pg_dump --inserts --no-owner.
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
SET default_tablespace = '';
SET default_table_access_method = heap;
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
INSERT INTO cutroom_queue.j37724b0b776ac35a3767aff875edc95975b9a5b848ca3d9b068cc0fb VALUES ('8a9750f4-0caa-4136-862b-8d4d3f2e24c1', 'render', 0, '{"videoId": "d62cdaf146e3d9d8cb422b97e125f807"}', 'completed', 0, 0, 0, false, '2026-11-29 03:19:34.362473+00', '2026-11-29 03:19:34.398321+00', NULL, NULL, '00:15:00', '2026-11-29 03:19:34.362473+00', '2026-11-29 03:19:34.924585+00', '2026-12-13 03:19:34.362473+00', NULL, NULL, 'standard');
INSERT INTO cutroom_queue.j37724b0b776ac35a3767aff875edc95975b9a5b848ca3d9b068cc0fb VALUES ('1615fb6a-7023-4cc6-8a58-a87f7cd0f17f', 'render', 0, '{"videoId": "1bfb7f324460a5f39720c12e3146e926"}', 'active', 0, 0, 0, false, '2026-11-29 03:19:34.976041+00', '2026-11-29 03:19:34.981753+00', NULL, NULL, '00:15:00', '2026-11-29 03:19:34.976041+00', NULL, '2026-12-13 03:19:34.976041+00', NULL, NULL, 'standard');
INSERT INTO cutroom_queue.j37724b0b776ac35a3767aff875edc95975b9a5b848ca3d9b068cc0fb VALUES ('d66d4438-7a36-412f-99bd-340690e1ac59', 'render', -1, '{"videoId": "e03095d148e621ad56943636a9dd1611"}', 'created', 0, 0, 0, false, '2026-11-29 03:19:35.016087+00', NULL, NULL, NULL, '00:15:00', '2026-11-29 03:19:35.016087+00', NULL, '2026-12-13 03:19:35.016087+00', NULL, NULL, 'standard');
INSERT INTO cutroom_queue.j37724b0b776ac35a3767aff875edc95975b9a5b848ca3d9b068cc0fb VALUES ('d15f51b2-f41b-4a45-99ef-e5ccb4e5ada3', 'render', -2, '{"videoId": "de4602dd39093bd6543887901e4a6e4a"}', 'created', 0, 0, 0, false, '2026-11-29 03:19:35.046615+00', NULL, NULL, NULL, '00:15:00', '2026-11-29 03:19:35.046615+00', NULL, '2026-12-13 03:19:35.046615+00', NULL, NULL, 'standard');
INSERT INTO cutroom_queue.queue VALUES ('render', 'standard', 0, NULL, NULL, NULL, NULL, NULL, 'j37724b0b776ac35a3767aff875edc95975b9a5b848ca3d9b068cc0fb', '2026-11-29 03:19:33.471273+00', '2026-11-29 03:19:33.471273+00');
INSERT INTO cutroom_queue.version VALUES (24, NULL, NULL, NULL);
INSERT INTO public.credentials VALUES ('x5vUiFd6yxVI0tKjqTazn6cJ6RiZCX0X', 'kDMAQ5eYBBQR6bmwIXDu4OiJind7bRq3', 'credential', 'kDMAQ5eYBBQR6bmwIXDu4OiJind7bRq3', NULL, NULL, NULL, NULL, NULL, NULL, '46e67122a8ab9c5ddc4b24591128135f:5da77f86448e1bafecf0cd3d9234a2f53f43c83becca959d5b6df175dd0c9b14068fa88e5ca7b0332cc4b0cad4a3ad47a10817c7ac66fd5c60902e86e17ab64d', '2026-11-29 03:19:34.254+00', '2026-11-29 03:19:34.254+00');
INSERT INTO public.identity VALUES (true, 'f80a421cd6b2d8286f0c86a6b83ee581');
INSERT INTO public.kysely_migration VALUES ('001_videos_uploads', '2026-11-29T03:19:33.206Z');
INSERT INTO public.kysely_migration VALUES ('002_request_hash', '2026-11-29T03:19:33.208Z');
INSERT INTO public.kysely_migration VALUES ('003_notes', '2026-11-29T03:19:33.209Z');
INSERT INTO public.kysely_migration VALUES ('004_turn', '2026-11-29T03:19:33.210Z');
INSERT INTO public.kysely_migration VALUES ('005_resumable_uploads', '2026-11-29T03:19:33.234Z');
INSERT INTO public.kysely_migration VALUES ('007_links', '2026-11-29T03:19:33.242Z');
INSERT INTO public.kysely_migration VALUES ('009_conversions', '2026-11-29T03:19:33.258Z');
INSERT INTO public.kysely_migration VALUES ('010_found_images', '2026-11-29T03:19:33.266Z');
INSERT INTO public.kysely_migration VALUES ('011_upload_pieces', '2026-11-29T03:19:33.274Z');
INSERT INTO public.kysely_migration VALUES ('012_derivations', '2026-11-29T03:19:33.294Z');
INSERT INTO public.kysely_migration VALUES ('013_identity', '2026-11-29T03:19:33.302Z');
INSERT INTO public.kysely_migration VALUES ('014_conversion_turn', '2026-11-29T03:19:33.303Z');
INSERT INTO public.kysely_migration VALUES ('016_asked_from', '2026-11-29T03:19:33.306Z');
INSERT INTO public.kysely_migration VALUES ('017_transcriptions', '2026-11-29T03:19:33.322Z');
INSERT INTO public.kysely_migration VALUES ('018_askers', '2026-11-29T03:19:33.332Z');
INSERT INTO public.kysely_migration VALUES ('019_accounts', '2026-11-29T03:19:33.386Z');
INSERT INTO public.kysely_migration VALUES ('020_projects', '2026-11-29T03:19:33.403Z');
INSERT INTO public.kysely_migration VALUES ('021_hashed_sign_ins', '2026-11-29T03:19:33.404Z');
INSERT INTO public.kysely_migration VALUES ('022_private_videos', '2026-11-29T03:19:33.405Z');
INSERT INTO public.kysely_migration VALUES ('023_kept_at', '2026-11-29T03:19:33.406Z');
INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);
INSERT INTO public.sign_ins VALUES ('Js9tuiLpY91sskoAYH3S9kYvwVNIu4Tx', 'b11a056fcabe5f6a9a50bfb01e0d6773a42992615fe9abb9ce17688125c2a813', 'kDMAQ5eYBBQR6bmwIXDu4OiJind7bRq3', '2026-12-29 03:19:34.258+00', '', '', '2026-11-29 03:19:34.258+00', '2026-11-29 03:19:34.258+00');
INSERT INTO public.users VALUES ('kDMAQ5eYBBQR6bmwIXDu4OiJind7bRq3', 'Ada', 'ada@example.org', false, NULL, false, '2026-11-29 03:19:34.249+00', '2026-11-29 03:19:34.249+00');
INSERT INTO public.videos OVERRIDING SYSTEM VALUE VALUES ('d62cdaf146e3d9d8cb422b97e125f807', 1, 'user:kDMAQ5eYBBQR6bmwIXDu4OiJind7bRq3', 'done', NULL, '{"name": "done", "audio": null, "ratio": "1:1", "width": 64, "height": 64, "output": {"type": "video", "container": "mp4"}, "scenes": [{"id": "s", "layers": [{"id": "t", "text": "done", "type": "text", "color": "#000000", "radius": 8, "fitText": true, "padding": 12, "fontSize": "16px", "position": {"x": "0%", "y": "0%", "width": "100%", "height": "100%", "rotation": 0}, "fontStyle": "normal", "textAlign": "center", "background": "rgba(0, 0, 0, 0.6)", "fontFamily": "Arial", "fontWeight": "normal", "lineHeight": 1.2, "shadowBlur": 12, "textShadow": "white", "globalAlpha": 1, "shadowColor": "none", "outlineWidth": 5, "letterSpacing": 0, "shadowOffsetX": 0, "shadowOffsetY": 6, "verticalAlign": "middle", "backgroundStyle": "none", "lockAspectRatio": false}], "duration": 0.2, "background": "#ffffff", "isImageVideo": false}], "isMuted": false, "quality": "high", "version": 1, "fontStyle": "normal", "lineWidth": 0, "textAlign": "center", "watermark": false, "background": "#ffffff", "fontWeight": "bold", "snapToGrid": true, "textShadow": "#000000", "alwaysEncode": false, "watermarkPos": "top-left", "watermarkFont": "Roboto", "watermarkText": "", "watermarkColor": "white", "watermarkMedium": "text", "withCustomWatermark": false}', 'done', 1, 'Done', '8a9750f4-0caa-4136-862b-8d4d3f2e24c1', 1, 0, 'vm-6088-0b7b7ead', '2026-11-29 03:19:34.772944+00', '1.mp4', '1.poster.jpg', 'video/mp4', 64, 64, 0.2, 2280, NULL, '2026-11-29 03:19:34.362473+00', '2026-11-29 03:19:34.920851+00', '8619edbd49726ea9e8fdcbc50594c577058d607e6eec3b5d10a2988b3b34a862', '[]', 0, NULL, false);
INSERT INTO public.videos OVERRIDING SYSTEM VALUE VALUES ('1bfb7f324460a5f39720c12e3146e926', 2, 'user:kDMAQ5eYBBQR6bmwIXDu4OiJind7bRq3', 'running', NULL, '{"name": "running", "audio": null, "ratio": "1:1", "width": 64, "height": 64, "output": {"type": "video", "container": "mp4"}, "scenes": [{"id": "s", "layers": [{"id": "t", "text": "running", "type": "text", "color": "#000000", "radius": 8, "fitText": true, "padding": 12, "fontSize": "16px", "position": {"x": "0%", "y": "0%", "width": "100%", "height": "100%", "rotation": 0}, "fontStyle": "normal", "textAlign": "center", "background": "rgba(0, 0, 0, 0.6)", "fontFamily": "Arial", "fontWeight": "normal", "lineHeight": 1.2, "shadowBlur": 12, "textShadow": "white", "globalAlpha": 1, "shadowColor": "none", "outlineWidth": 5, "letterSpacing": 0, "shadowOffsetX": 0, "shadowOffsetY": 6, "verticalAlign": "middle", "backgroundStyle": "none", "lockAspectRatio": false}], "duration": 0.5, "background": "#ffffff", "isImageVideo": false}], "isMuted": false, "quality": "high", "version": 1, "fontStyle": "normal", "lineWidth": 0, "textAlign": "center", "watermark": false, "background": "#ffffff", "fontWeight": "bold", "snapToGrid": true, "textShadow": "#000000", "alwaysEncode": true, "watermarkPos": "top-left", "watermarkFont": "Roboto", "watermarkText": "", "watermarkColor": "white", "watermarkMedium": "text", "withCustomWatermark": false}', 'rendering', 0, 'Loading ...', '1615fb6a-7023-4cc6-8a58-a87f7cd0f17f', 1, 0, 'vm-6088-0b7b7ead', '2026-11-29 03:19:34.990543+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-29 03:19:34.976041+00', NULL, 'dfcd8ca791698e3c621aa658fa8409cf697c9e832d2e5f1eca37eec6011a2224', NULL, 0, NULL, false);
INSERT INTO public.videos OVERRIDING SYSTEM VALUE VALUES ('e03095d148e621ad56943636a9dd1611', 3, 'user:kDMAQ5eYBBQR6bmwIXDu4OiJind7bRq3', 'queued', NULL, '{"name": "queued", "audio": null, "ratio": "1:1", "width": 64, "height": 64, "output": {"type": "video", "container": "mp4"}, "scenes": [{"id": "s", "layers": [{"id": "t", "text": "queued", "type": "text", "color": "#000000", "radius": 8, "fitText": true, "padding": 12, "fontSize": "16px", "position": {"x": "0%", "y": "0%", "width": "100%", "height": "100%", "rotation": 0}, "fontStyle": "normal", "textAlign": "center", "background": "rgba(0, 0, 0, 0.6)", "fontFamily": "Arial", "fontWeight": "normal", "lineHeight": 1.2, "shadowBlur": 12, "textShadow": "white", "globalAlpha": 1, "shadowColor": "none", "outlineWidth": 5, "letterSpacing": 0, "shadowOffsetX": 0, "shadowOffsetY": 6, "verticalAlign": "middle", "backgroundStyle": "none", "lockAspectRatio": false}], "duration": 0.2, "background": "#ffffff", "isImageVideo": false}], "isMuted": false, "quality": "high", "version": 1, "fontStyle": "normal", "lineWidth": 0, "textAlign": "center", "watermark": false, "background": "#ffffff", "fontWeight": "bold", "snapToGrid": true, "textShadow": "#000000", "alwaysEncode": false, "watermarkPos": "top-left", "watermarkFont": "Roboto", "watermarkText": "", "watermarkColor": "white", "watermarkMedium": "text", "withCustomWatermark": false}', 'queued', 0, 'Loading ...', 'd66d4438-7a36-412f-99bd-340690e1ac59', 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-29 03:19:35.016087+00', NULL, '8fe15fdfc5b32c8aa55df36d38b4ec1a652382b5903b4bb193457346936a5031', NULL, 1, NULL, false);
INSERT INTO public.videos OVERRIDING SYSTEM VALUE VALUES ('de4602dd39093bd6543887901e4a6e4a', 4, 'user:kDMAQ5eYBBQR6bmwIXDu4OiJind7bRq3', 'queued too', NULL, '{"name": "queued too", "audio": null, "ratio": "1:1", "width": 64, "height": 64, "output": {"type": "video", "container": "mp4"}, "scenes": [{"id": "s", "layers": [{"id": "t", "text": "queued too", "type": "text", "color": "#000000", "radius": 8, "fitText": true, "padding": 12, "fontSize": "16px", "position": {"x": "0%", "y": "0%", "width": "100%", "height": "100%", "rotation": 0}, "fontStyle": "normal", "textAlign": "center", "background": "rgba(0, 0, 0, 0.6)", "fontFamily": "Arial", "fontWeight": "normal", "lineHeight": 1.2, "shadowBlur": 12, "textShadow": "white", "globalAlpha": 1, "shadowColor": "none", "outlineWidth": 5, "letterSpacing": 0, "shadowOffsetX": 0, "shadowOffsetY": 6, "verticalAlign": "middle", "backgroundStyle": "none", "lockAspectRatio": false}], "duration": 0.2, "background": "#ffffff", "isImageVideo": false}], "isMuted": false, "quality": "high", "version": 1, "fontStyle": "normal", "lineWidth": 0, "textAlign": "center", "watermark": false, "background": "#ffffff", "fontWeight": "bold", "snapToGrid": true, "textShadow": "#000000", "alwaysEncode": false, "watermarkPos": "top-left", "watermarkFont": "Roboto", "watermarkText": "", "watermarkColor": "white", "watermarkMedium": "text", "withCustomWatermark": false}', 'queued', 0, 'Loading ...', 'd15f51b2-f41b-4a45-99ef-e5ccb4e5ada3', 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-29 03:19:35.046615+00', NULL, 'e1520911040cb0caa5a24b4fa5f37d64337fc223b27e6090acb17c3936a76603', NULL, 2, NULL, false);
SELECT pg_catalog.setval('public.project_revisions', 1, false);
SELECT pg_catalog.setval('public.videos_seq_seq', 4, true);
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
