import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { syncFolder, syncTree } from '../system/publish.ts';
import { DatabaseFiles } from './databaseFiles.ts';

/** Runs SQL: one statement with values, or several without. */
export interface Statements {
  query<R>(text: string, values: unknown[]): Promise<{ rows: R[]; affectedRows?: number | undefined }>;
  exec(text: string): Promise<{ rows: Record<string, unknown>[] }[]>;
  /** Listens to a channel of NOTIFY. */
  listen(channel: string, onNotification: (payload: string) => void): Promise<unknown>;
  close(): Promise<void>;
}

/** An embedded PostgreSQL with a single connection, which the caller must share. */
export interface Embedded {
  pglite: Statements;
  /** Resolves when all commits so far survive a power failure. */
  synced(): Promise<void>;
  /** Call before each statement or transaction: waits while much is unsynced, and makes checkpoints. */
  prepare(): Promise<void>;
}

/** Bytes of write-ahead log between checkpoints; limits how much is replayed after a crash. */
const CHECKPOINT_BYTES = 32 * 2 ** 20;

/**
 * Opens the embedded PostgreSQL in a folder whose lock the caller holds. A new database is copied from a cached
 * template (0.6 s instead of several seconds); a missing template is created.
 */
export async function openEmbedded(folder: string): Promise<Embedded> {
  if (!(await exists(path.join(folder, 'PG_VERSION')))) await create(folder);
  const files = new DatabaseFiles(folder);
  const pglite = await PGlite.create({ fs: files, startParams });
  let checked = 0;
  return {
    pglite,
    synced: () => files.synced(),
    async prepare() {
      await files.nearlySynced();
      // PGlite has no checkpointer process: without this, the log would grow until the database is closed.
      if (files.logBytes - checked < CHECKPOINT_BYTES) return;
      checked = files.logBytes;
      await files.checkpoint(() => pglite.exec('checkpoint'));
    },
  };
}

const startParams = [
  // -F turns off all syncs.
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  // The call that DatabaseFiles replaces.
  ...['-c', 'wal_sync_method=fsync'],
  // The system caches small files anyway, and startup need not clear 128 MB.
  ...['-c', 'shared_buffers=16MB'],
  // Log files retained for reuse.
  ...['-c', 'min_wal_size=32MB', '-c', 'max_wal_size=64MB'],
];

// Created under a temporary name and renamed, so a killed start leaves no partial database.
async function create(folder: string): Promise<void> {
  const fresh = `${folder}.new`;
  await rm(fresh, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
  await mkdir(path.dirname(folder), { recursive: true });
  const template = await readTemplate();
  // No syncs while it is created: everything is synced at the end.
  const params = [...startParams, '-F'];
  const pglite = await PGlite.create({
    ...{ fs: new DatabaseFiles(fresh), startParams: params },
    ...(template && { loadDataDir: template }),
  });
  if (!template) await writeTemplate(await pglite.dumpDataDir('none'));
  await pglite.close();
  await syncTree(fresh);
  await rename(fresh, folder);
  await syncFolder(path.dirname(folder));
}

async function readTemplate(): Promise<Blob | undefined> {
  try {
    return new Blob([await readFile(templatePath())]);
  } catch {
    return undefined;
  }
}

// Only a cache: if it cannot be written, the next new database takes a few seconds again.
async function writeTemplate(dump: Blob): Promise<void> {
  const file = templatePath();
  const fresh = `${file}.${process.pid}`;
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(fresh, new Uint8Array(await dump.arrayBuffer()));
    // All users of this installation may read the template: it contains no data.
    await chmod(fresh, 0o644);
    await rename(fresh, file);
  } catch {
    await rm(fresh, { force: true }).catch(() => undefined);
  }
}

function templatePath(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const inside = `${path.sep}@electric-sql${path.sep}`;
  const modules = entry.slice(0, entry.indexOf(inside));
  const manifest = createRequire(import.meta.url)(`${modules}${inside}pglite/package.json`) as { version: string };
  return path.join(modules, '.cache', 'cutroom', `pglite-${manifest.version}.tar`);
}

// Only ENOENT may lead to a new database: an unreadable one still exists.
async function exists(file: string): Promise<boolean> {
  return readFile(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}
