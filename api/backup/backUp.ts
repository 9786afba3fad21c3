import type { Stats } from 'node:fs';
import { chmod, lstat, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { lockFolder } from '../db/lock.ts';
import { LOCK_SOCKETS } from '../db/lockSocket.ts';
import { knownMigrations } from '../db/migrations/list.ts';
import { ifMissing } from '../system/ifMissing.ts';
import { makeNamedFolder } from '../system/makeFolder.ts';
import { publish, syncFolder } from '../system/publish.ts';
import { readHashed } from '../system/readHashed.ts';
import type { S3Settings } from '../system/s3Settings.ts';
import { copyHashed } from './copyHashed.ts';
import { liesIn } from './liesIn.ts';
import { BACKUP_FILE, type BackupManifest, DUMP_FILE } from './manifest.ts';
import { dumpPostgres } from './postgres.ts';
import { finished } from './unfinished.ts';

/** Contents of a data folder that are not saved: state of a running process, and caches. */
const left = ['lock', LOCK_SOCKETS, 'lost+found', 'work', 'store', 'segments', 'probes', 'stills'];

/** What is saved, and where. */
export interface BackUpOptions {
  dataDir: string;
  databaseUrl?: string | undefined;
  s3?: S3Settings | undefined;
  /** A missing or empty folder. */
  out: string;
  signal?: AbortSignal | undefined;
}

/**
 * Saves everything that a service stores into a folder: database, results, uploads, emails and downloaded fonts. With
 * the embedded database, no service may use the data folder meanwhile. PostgreSQL is dumped first and may be in use:
 * later rows are missing from the dump, and the files that it refers to still exist, since stored files never change.
 * Files are verified by hash when they are restored; the manifest is written last.
 * @throws Error for the terminal; a failed backup is deleted.
 */
export async function backUp(options: BackUpOptions): Promise<BackupManifest> {
  const [root, out] = [path.resolve(options.dataDir), path.resolve(options.out)];
  await expectData(root, out, options);
  const lock = options.databaseUrl ? undefined : await lockFolder(root);
  try {
    await finished(root);
    await makeEmpty(out);
    return await save(root, out, options).catch(async (error) => {
      // A mount point cannot be deleted; report the original error anyway.
      await rm(out, { recursive: true, force: true }).catch(() => undefined);
      throw error;
    });
  } finally {
    await lock?.release();
  }
}

async function save(root: string, out: string, options: BackUpOptions): Promise<BackupManifest> {
  const { databaseUrl, s3, signal } = options;
  const saved: Pick<BackupManifest, 'files' | 'folders'> = { files: [], folders: [] };
  if (databaseUrl) {
    const dump = path.join(out, DUMP_FILE);
    await dumpPostgres(databaseUrl, dump, signal);
    saved.files.push({ path: DUMP_FILE, mode: 0o600, ...(await readHashed(dump, signal)) });
  }
  await saveFolder(root, out, 'data', saved, options);
  const written: BackupManifest = {
    ...{ format: 'cutroom-backup', version: 1, release: manifest.version, madeAt: new Date().toISOString() },
    migrations: [...knownMigrations],
    database: databaseUrl ? 'postgresql' : 'embedded',
    bucket: s3 ? `${s3.endpoint}/${s3.bucket}/${s3.prefix}` : null,
    ...saved,
  };
  const draft = path.join(out, `${BACKUP_FILE}.part`);
  await writeFile(draft, JSON.stringify(written), { mode: 0o600 });
  await publish(draft, path.join(out, BACKUP_FILE));
  return written;
}

/** Saves a folder recursively. @param to path of the folder in the backup. */
async function saveFolder(
  from: string,
  out: string,
  to: string,
  saved: Pick<BackupManifest, 'files' | 'folders'>,
  options: BackUpOptions,
): Promise<void> {
  const { mode } = (await stat(from).catch(ifMissing(undefined))) ?? { mode: 0o700 };
  await mkdir(path.join(out, to), { mode: 0o700 });
  saved.folders.push({ path: to, mode: mode & 0o777 });
  for (const name of (await readdir(from).catch(ifMissing<string[]>([]))).sort()) {
    options.signal?.throwIfAborted();
    const [source, place] = [path.join(from, name), `${to}/${name}`];
    if (to === 'data' && (left.includes(name) || (options.databaseUrl && name === 'db'))) continue;
    const info = await infoOf(source, to === 'data');
    if (info?.isDirectory()) await saveFolder(source, out, place, saved, options);
    if (!info?.isFile()) continue;
    const read = await copyHashed(source, path.join(out, place), info.mode & 0o777, options.signal).catch(
      ifMissing(undefined),
    );
    if (read) saved.files.push({ path: place, mode: info.mode & 0o777, ...read });
    // With PostgreSQL, the running service may delete files meanwhile.
    else await rm(path.join(out, place), { force: true });
  }
  await syncFolder(path.join(out, to));
}

/**
 * Returns the properties of a file. @param follows whether to follow a link: top-level folders may be on another disk;
 * other links are not ours.
 */
async function infoOf(place: string, follows: boolean): Promise<Stats | undefined> {
  const info = await lstat(place).catch(ifMissing(undefined));
  if (!info?.isSymbolicLink() || !follows) return info;
  return stat(place).catch(() => {
    throw new Error(`${place} is a link, and its target does not exist.`);
  });
}

/**
 * Rejects a wrong data folder, which would lead to an empty backup that is noticed too late. If database and storage
 * are elsewhere, the folder may be empty.
 */
async function expectData(root: string, out: string, { databaseUrl, s3 }: BackUpOptions): Promise<void> {
  const names: string[] = await readdir(root).catch(() => []);
  if (!(databaseUrl ? s3 !== undefined || names.length > 0 : names.includes('db')))
    throw new Error(`There is no data of a service in ${root}. Name the data folder with --data or DATA_DIR.`);
  if (await liesIn(out, root))
    throw new Error(`The backup would be inside the data folder ${root}. Name another folder.`);
}

async function makeEmpty(out: string): Promise<void> {
  await makeNamedFolder(out);
  if ((await readdir(out)).length > 0) throw new Error(`${out} is not empty. Each backup needs its own folder.`);
  // It contains emails and password hashes.
  await chmod(out, 0o700);
}
