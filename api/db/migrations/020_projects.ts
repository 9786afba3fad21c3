import { type Kysely, type Migration, sql } from 'kysely';

/** Adds the projects of accounts, with versions. */
export const projects: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // One sequence for all projects: a project that is deleted and created again never repeats a revision.
    await sql`create sequence project_revisions`.execute(db);
    await sql`
      create table projects (
        owner text not null,
        id text not null,
        revision bigint not null default nextval('project_revisions'),
        name text not null,
        width integer not null,
        height integer not null,
        scene_count integer not null,
        body text not null,
        size integer not null,
        media jsonb not null default '[]',
        upload_ids jsonb not null default '[]',
        picture text,
        saved_at timestamptz not null,
        removed_at timestamptz,
        primary key (owner, id)
      )`.execute(db);
    await sql`create index projects_of_uploads on projects using gin (upload_ids)`.execute(db);
    await sql`
      create table project_versions (
        owner text not null,
        project_id text not null,
        revision bigint not null default nextval('project_revisions'),
        name text not null,
        width integer not null,
        height integer not null,
        scene_count integer not null,
        body text not null,
        size integer not null,
        media jsonb not null default '[]',
        upload_ids jsonb not null default '[]',
        picture text,
        saved_at timestamptz not null,
        is_apart boolean not null default false,
        primary key (owner, project_id, revision),
        foreign key (owner, project_id) references projects (owner, id) on delete cascade
      )`.execute(db);
    await sql`create index project_versions_of_uploads on project_versions using gin (upload_ids)`.execute(db);
  },
};
