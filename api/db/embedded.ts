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
  close(): Promise<void>;
}

/** An embedded PostgreSQL. Its one connection is its caller's to share. */
export interface Embedded {
  pglite: Statements;
  /** Resolves when all commits up to now survive a loss of power. */
  synced(): Promise<void>;
  /** To be called before each statement or transaction: waits for the disk if much is to be stored, and makes checkpoints. */
  prepare(): Promise<void>;
}

/** Bytes of the write-ahead log after which a checkpoint is due: a start after a crash reads at most that much. */
const CHECKPOINT_BYTES = 32 * 2 ** 20;

/**
 * Opens the embedded PostgreSQL in a folder; the caller must hold the lock of the folder. A new database comes from
 * a ready-made template where there is one (0.6 s instead of some seconds), and the template is made where there is none.
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
      // Without a process of its own for it, PostgreSQL makes no checkpoint before it ends, and the log would grow until then.
      if (files.logBytes - checked < CHECKPOINT_BYTES) return;
      checked = files.logBytes;
      await files.checkpoint(() => pglite.exec('checkpoint'));
    },
  };
}

const startParams = [
  // PGlite leaves out all syncs (-F).
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  // The call that DatabaseFiles replaces.
  ...['-c', 'wal_sync_method=fsync'],
  // What is small is kept in memory by the system too: a start need not clear 128 MB first.
  ...['-c', 'shared_buffers=16MB'],
  // Files of the log that are kept for reuse.
  ...['-c', 'min_wal_size=32MB', '-c', 'max_wal_size=64MB'],
];

// Built beside the final place and renamed, so that a start that was killed leaves no half database.
async function create(folder: string): Promise<void> {
  const fresh = `${folder}.new`;
  await rm(fresh, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
  await mkdir(path.dirname(folder), { recursive: true });
  const template = await readTemplate();
  // All is synced once, at the end.
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

// A cache only: where it cannot be written, the next new database takes its few seconds again.
async function writeTemplate(dump: Blob): Promise<void> {
  const file = templatePath();
  const fresh = `${file}.${process.pid}`;
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(fresh, new Uint8Array(await dump.arrayBuffer()));
    // Every user of this installation may read the template: it contains no data.
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

// A database that cannot be read now is still there: only "no such file" may lead to a new one in its place.
async function exists(file: string): Promise<boolean> {
  return readFile(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}
