import { type Kysely, type Migration, sql } from 'kysely';

/** Adds the pieces of unfinished uploads in shared storage: any machine may receive the next one. */
export const uploadPieces: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table upload_pieces (
        upload text not null references uploads (id) on delete cascade,
        start bigint not null,
        size bigint not null,
        key text not null,
        primary key (upload, start)
      )`.execute(db);
    await sql`alter table uploads add column writer text`.execute(db);
  },
};
