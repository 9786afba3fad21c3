import { chmod, lstat, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { lockFolder } from '../db/lock.ts';
import { LOCK_SOCKETS } from '../db/lockSocket.ts';
import { makeNamedFolder } from '../system/makeFolder.ts';
import { syncFolder } from '../system/publish.ts';
import { readHashed } from '../system/readHashed.ts';
import { copyHashed } from './copyHashed.ts';
import { liesIn } from './liesIn.ts';
import { BackupError, type BackupManifest, DUMP_FILE, readManifest } from './manifest.ts';
import { expectEmptyPostgres, restorePostgres } from './postgres.ts';
import { markFinished, markUnfinished, UNFINISHED } from './unfinished.ts';

/** What is restored, and where to. */
export interface RestoreOptions {
  /** Folder of the backup. */
  from: string;
  /** A data folder that is not there yet, or empty, or in which a restore was not finished. */
  dataDir: string;
  /** An empty database, where the backup is of one of PostgreSQL. */
  databaseUrl?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** Permissions that are restored: earlier releases let other users read. */
const OWNER = 0o700;

/** What may lie in a folder that counts as empty. */
const harmless = ['lock', LOCK_SOCKETS, 'lost+found'];

/**
 * Puts a backup into an empty data folder, and its dump into an empty database. All of it is checked before anything is
 * written, and nothing is ever written over.
 * @throws BackupError, LockedError; what a restore that failed has written is taken away again.
 */
export async function restore({ from, dataDir, databaseUrl, signal }: RestoreOptions): Promise<BackupManifest> {
  const [backup, root] = [path.resolve(from), path.resolve(dataDir)];
  const manifest = await checkBackup(backup, signal);
  // What a restore that was killed has left there is taken away, with all that lies beside it.
  if (await liesIn(backup, root))
    throw new BackupError(`The backup lies in the data folder ${root} itself. Name another folder by --data.`);
  expectDatabase(manifest, databaseUrl);
  if (databaseUrl) await expectEmptyPostgres(databaseUrl);
  await makeNamedFolder(root, 0o700);
  // A folder that was named by mistake stays as it is.
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

/** Reads all of a backup. @returns what it says of itself. @throws BackupError that names the first file that is missing or damaged. */
export async function checkBackup(folder: string, signal?: AbortSignal): Promise<BackupManifest> {
  const backup = path.resolve(folder);
  const manifest = await readManifest(backup);
  for (const file of manifest.files) {
    const place = path.join(backup, file.path);
    const info = await lstat(place).catch(() => undefined);
    if (!info?.isFile()) throw new BackupError(`The backup ${backup} is not whole: ${file.path} is missing.`);
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

function damaged(backup: string, file: string): BackupError {
  return new BackupError(`The backup ${backup} is damaged: ${file} is not what was saved.`);
}

function expectDatabase({ database }: BackupManifest, databaseUrl: string | undefined): void {
  if (database === 'postgresql' && !databaseUrl)
    throw new BackupError('The backup is of a PostgreSQL database. Name an empty one in DATABASE_URL.');
  if (database === 'embedded' && databaseUrl)
    throw new BackupError('The backup is of the built-in database. Restore it without DATABASE_URL.');
}

async function expectEmpty(root: string): Promise<void> {
  const names = await readdir(root);
  const isBegun = names.includes(UNFINISHED);
  if (!isBegun && names.some((name) => !harmless.includes(name)))
    throw new BackupError(`${root} is not empty, and nothing is written over. Name another data folder by --data.`);
}

/** Takes away what a restore that was killed has written; the folder was empty before it. */
async function clear(root: string): Promise<void> {
  const stays = [...harmless, UNFINISHED];
  for (const name of await readdir(root))
    if (!stays.includes(name)) await rm(path.join(root, name), { recursive: true, force: true });
}
