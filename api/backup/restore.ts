import { chmod, lstat, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { lockFolder } from '../db/lock.ts';
import { LOCK_SOCKETS } from '../db/lockSocket.ts';
import { makeNamedFolder } from '../system/makeFolder.ts';
import { syncFolder } from '../system/publish.ts';
import { readHashed } from '../system/readHashed.ts';
import { copyHashed } from './copyHashed.ts';
import { liesIn } from './liesIn.ts';
import { type BackupManifest, DUMP_FILE, readManifest } from './manifest.ts';
import { expectEmptyPostgres, restorePostgres } from './postgres.ts';
import { markFinished, markUnfinished, UNFINISHED } from './unfinished.ts';

/** What is restored, and where. */
export interface RestoreOptions {
  /** Folder of the backup. */
  from: string;
  /** A missing or empty data folder, or one with an unfinished restore. */
  dataDir: string;
  /** An empty database, for backups of PostgreSQL. */
  databaseUrl?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** Mask for restored permissions: earlier releases let other users read. */
const OWNER = 0o700;

/** Names that an empty folder may contain. */
const harmless = ['lock', LOCK_SOCKETS, 'lost+found'];

/**
 * Restores a backup into an empty data folder, and its dump into an empty database. Verifies everything before writing,
 * and never overwrites files.
 * @throws Error for the terminal; a failed restore is deleted.
 */
export async function restore({ from, dataDir, databaseUrl, signal }: RestoreOptions): Promise<BackupManifest> {
  const [backup, root] = [path.resolve(from), path.resolve(dataDir)];
  const manifest = await checkBackup(backup, signal);
  // Remains of a killed restore are deleted, with everything else in the folder.
  if (await liesIn(backup, root))
    throw new Error(`The backup is inside the data folder ${root}. Name another folder with --data.`);
  expectDatabase(manifest, databaseUrl);
  if (databaseUrl) await expectEmptyPostgres(databaseUrl);
  await makeNamedFolder(root, 0o700);
  // Checked before locking, so that a folder named by mistake stays unchanged.
  await expectEmpty(root);
  const lock = await lockFolder(root);
  try {
    await expectEmpty(root);
    await clear(root);
    await markUnfinished(root);
    try {
      await putBack(manifest, backup, root, signal);
      if (databaseUrl) await restorePostgres(databaseUrl, path.join(backup, DUMP_FILE), signal);
    } catch (error) {
      await clear(root);
      await rm(path.join(root, UNFINISHED), { force: true });
      throw error;
    }
    await markFinished(root);
    return manifest;
  } finally {
    await lock.release();
  }
}

/**
 * Verifies all files of a backup. @returns its manifest. @throws Error that names the first missing or damaged
 * file.
 */
export async function checkBackup(folder: string, signal?: AbortSignal): Promise<BackupManifest> {
  const backup = path.resolve(folder);
  const manifest = await readManifest(backup);
  for (const file of manifest.files) {
    const place = path.join(backup, file.path);
    const info = await lstat(place).catch(() => undefined);
    if (!info?.isFile()) throw new Error(`The backup ${backup} is incomplete: ${file.path} is missing.`);
    const isSame = info.size === file.size && (await readHashed(place, signal)).sha256 === file.sha256;
    if (!isSame) throw damaged(backup, file.path);
  }
  return manifest;
}

async function putBack(
  { folders, files }: BackupManifest,
  backup: string,
  root: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const placeOf = (listed: string) => path.join(root, path.relative('data', listed));
  for (const { path: listed } of folders) await mkdir(placeOf(listed), { recursive: true, mode: 0o700 });
  for (const { path: listed, mode, sha256 } of files) {
    if (listed === DUMP_FILE) continue;
    const read = await copyHashed(path.join(backup, listed), placeOf(listed), mode & OWNER, signal);
    if (read.sha256 !== sha256) throw damaged(backup, listed);
  }
  for (const { path: listed, mode } of folders) {
    await syncFolder(placeOf(listed));
    if (listed !== 'data') await chmod(placeOf(listed), mode & OWNER);
  }
}

function damaged(backup: string, file: string): Error {
  return new Error(`The backup ${backup} is damaged: ${file} has changed since it was saved.`);
}

function expectDatabase({ database }: BackupManifest, databaseUrl: string | undefined): void {
  if (database === 'postgresql' && !databaseUrl)
    throw new Error('The backup contains a PostgreSQL database. Name an empty one in DATABASE_URL.');
  if (database === 'embedded' && databaseUrl)
    throw new Error('The backup contains the built-in database. Restore it without DATABASE_URL.');
}

async function expectEmpty(root: string): Promise<void> {
  const names = await readdir(root);
  const isBegun = names.includes(UNFINISHED);
  if (!isBegun && names.some((name) => !harmless.includes(name)))
    throw new Error(`${root} is not empty, and a restore overwrites nothing. Name another data folder with --data.`);
}

/** Deletes remains of a killed restore; the folder was empty before. */
async function clear(root: string): Promise<void> {
  const stays = [...harmless, UNFINISHED];
  for (const name of await readdir(root))
    if (!stays.includes(name)) await rm(path.join(root, name), { recursive: true, force: true });
}
