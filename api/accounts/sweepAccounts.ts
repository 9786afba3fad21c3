import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { UploadRow, VideoRow } from '../db/tables.ts';
import type { Uploads } from '../sources/uploads.ts';

/** Rows per batch. */
const BATCH = 500;

/** What the sweep needs. */
export interface Left {
  database: Pick<Database, 'db'>;
  uploads: Pick<Uploads, 'remove'>;
  /** Cancels a video, or deletes it if it has ended. */
  endVideo: (row: Pick<VideoRow, 'id' | 'state'>) => Promise<unknown>;
}

/**
 * Deletes expired sign-ins and links, and the data of deleted accounts: videos, uploads, projects, kits, conversions
 * and transcriptions.
 */
export async function sweepAccounts({ database: { db }, uploads, endVideo }: Left): Promise<void> {
  for (const table of ['sign_ins', 'confirmations'] as const)
    await db.deleteFrom(table).where('expires_at', '<', sql<Date>`now()`).execute();
  for (const table of ['projects', 'kit_items', 'kit_removals', 'conversions', 'transcriptions'] as const)
    await db.deleteFrom(table).where(isOrphaned).execute();
  await eachOf(db, 'uploads', 'status', (row: Pick<UploadRow, 'id' | 'status'>) => uploads.remove(row));
  await eachOf(db, 'videos', 'state', endVideo);
}

/** Whether the owner is a deleted account, see ownerOfAccount. */
const isOrphaned = sql<boolean>`owner like 'user:%' and not exists (select from users where 'user:' || users.id = owner)`;

async function eachOf<Row extends { id: string }>(
  db: Database['db'],
  table: 'uploads' | 'videos',
  column: 'status' | 'state',
  remove: (row: Row) => Promise<unknown>,
): Promise<void> {
  let after = '';
  for (;;) {
    const { rows } = await sql<Row>`select id, ${sql.ref(column)} from ${sql.table(table)}
      where id > ${after} and ${isOrphaned} order by id limit ${BATCH}`.execute(db);
    for (const row of rows) await remove(row);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}
