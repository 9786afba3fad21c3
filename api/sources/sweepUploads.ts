import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Folders } from '../storage/folders.ts';
import { isPart } from '../storage/uploadParts.ts';
import { isSecretId } from './ids.ts';
import type { UploadLimits } from './uploadLimits.ts';
import type { Uploads } from './uploads.ts';

/** Hours that an expired upload is remembered, to tell its sender. */
const REMEMBERED_HOURS = 7 * 24;
/** Hours after which files without a row count as stale. */
const LEFTOVER_HOURS = 24;
/** Uploads expired per batch. */
const BATCH = 500;

/** What the sweep needs. */
export interface Swept {
  database: Pick<Database, 'db'>;
  folders: Folders;
  uploads: Pick<Uploads, 'parts' | 'writers' | 'remove'>;
}

/**
 * Expires unfinished uploads that no process writes to: deletes their bytes, and later their rows. Finished uploads
 * expire if they were unused for long and no project or kit needs them. Uses the database's clock, so that a wrong
 * local clock does no harm. Also deletes files without a row, unless complete: their row may be in another database.
 */
export async function sweepUploads(swept: Swept, { hours, days }: Pick<UploadLimits, 'hours' | 'days'>): Promise<void> {
  const { db } = swept.database;
  await sweepFolders(swept);
  if (hours > 0) await expire(swept, hours);
  if (days > 0) await expireUnused(swept, days);
  await db
    .deleteFrom('uploads')
    .where('status', '=', 'expired')
    .where('touched_at', '<', sql<Date>`now() - make_interval(secs => ${(hours + REMEMBERED_HOURS) * 3600})`)
    .execute();
}

/**
 * Changes the row before deleting bytes, so that an upload that is written to again loses none. Other sweeps finish an
 * interrupted one.
 */
async function expire({ database: { db }, uploads: { parts, writers } }: Swept, hours: number): Promise<void> {
  const isOld = sql<boolean>`status = 'open' and touched_at < now() - make_interval(secs => ${hours * 3600})`;
  for (;;) {
    const old = await db.selectFrom('uploads').select('id').where(isOld).limit(BATCH).execute();
    const idle = old.map(({ id }) => id).filter((id) => !writers.isTaken(id));
    if (idle.length === 0) return;
    const ended = db.updateTable('uploads').set({ status: 'expired' }).where('id', 'in', idle).where(isOld);
    for (const { id } of await ended.returning('id').execute()) await parts.discard(id);
  }
}

/** Changes the row first too, in one statement with the age check: a use until then retains the file. */
async function expireUnused({ database: { db }, uploads }: Swept, days: number): Promise<void> {
  const isUnused = sql<boolean>`
    status = 'done' and touched_at < now() - make_interval(secs => ${days * 24 * 3600})
    and not exists (select from projects where upload_ids @> to_jsonb(uploads.id))
    and not exists (select from project_versions where upload_ids @> to_jsonb(uploads.id))
    and not exists (select from kit_items where upload_ids @> to_jsonb(uploads.id))`;
  for (;;) {
    const some = db.selectFrom('uploads').select('id').where(isUnused).limit(BATCH);
    const ended = db.updateTable('uploads').set({ status: 'expired' }).where('id', 'in', some).where(isUnused);
    const gone = await ended.returning('id').execute();
    if (gone.length === 0) return;
    for (const upload of gone) await uploads.remove(upload);
  }
}

/** Lists folders before rows, because a row is written before its folder is created. */
async function sweepFolders({ database: { db }, folders, uploads: { parts } }: Swept): Promise<void> {
  const names = (await readdir(folders.uploads).catch(() => [])).filter(isSecretId);
  for (let at = 0; at < names.length; at += BATCH) {
    const some = names.slice(at, at + BATCH);
    const rows = await db.selectFrom('uploads').select(['id', 'status']).where('id', 'in', some).execute();
    const statuses = new Map(rows.map(({ id, status }) => [id, status]));
    for (const id of some) {
      const status = statuses.get(id);
      if (status === 'open' || !(await holdsPartOnly(folders.upload(id)))) continue;
      if (status !== undefined || (await isOld(folders.upload(id)))) await parts.discard(id);
    }
  }
}

async function holdsPartOnly(folder: string): Promise<boolean> {
  return (await readdir(folder).catch(() => [])).every(isPart);
}

/** Whether a folder and its files were unchanged for long; true if missing. */
async function isOld(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  const places = [folder, ...names.map((name) => path.join(folder, name))];
  const times = await Promise.all(
    places.map((place) =>
      stat(place).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  return Date.now() - Math.max(...times) > LEFTOVER_HOURS * 3600_000;
}
