import { type Kysely, type Migration, sql } from 'kysely';

/** Which templates, logos, fonts and colors were taken out: a list that lacks one may also be an older one, put back. */
export const kitRemovals: Migration = {
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
