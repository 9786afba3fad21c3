import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { type Folders, removeFolder } from '../storage/folders.ts';
import { isSecretId } from './ids.ts';
import { PART } from './uploads.ts';

/** Uploads that never ended are forgotten when nobody has written to them for this long, hours. */
const ABANDONED_HOURS = 24;

/**
 * Forgets uploads that were begun, never ended, and are no longer written to, by whatever process. Files go before their
 * row, so that what is interrupted here is found again. What has no row goes too, unless it is whole: its row may be in a
 * database that this process was not given.
 */
export async function sweepUploads({ db }: Pick<Database, 'db'>, folders: Folders): Promise<void> {
  // Folders are listed before rows, because a row is written before its folder is made.
  const names = await readdir(folders.uploads).catch(() => []);
  const known = new Set((await db.selectFrom('uploads').select('id').execute()).map(({ id }) => id));
  for (const id of names) {
    if (!isSecretId(id) || known.has(id) || !(await isAbandoned(folders.upload(id)))) continue;
    const held = await readdir(folders.upload(id)).catch(() => []);
    const isUnfinished = held.every((name) => name === PART);
    if (isUnfinished) await removeFolder(folders.upload(id));
  }
  const open = await db
    .selectFrom('uploads')
    .select('id')
    .where('status', '=', 'open')
    .where('created_at', '<', sql<Date>`now() - ${ABANDONED_HOURS} * interval '1 hour'`)
    .execute();
  for (const { id } of open) {
    if (!(await isAbandoned(folders.upload(id)))) continue;
    await removeFolder(folders.upload(id));
    await db.deleteFrom('uploads').where('id', '=', id).where('status', '=', 'open').execute();
  }
}

/** Whether nobody has written to a folder or its files for so long; so is one that is not there. */
async function isAbandoned(folder: string): Promise<boolean> {
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
  return Date.now() - Math.max(...times) > ABANDONED_HOURS * 3600_000;
}
