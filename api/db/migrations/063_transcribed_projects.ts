import { type Kysely, type Migration, sql } from 'kysely';

/** Lets a transcription be one of a project. */
export const transcribedProjects: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table transcriptions add column project jsonb`.execute(db);
  },
};
