import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { DatabaseFiles } from './databaseFiles.ts';

/**
 * Opens the embedded PostgreSQL in a folder; the caller must hold the lock of the folder. A new database comes from
 * a ready-made template where there is one (0.6 s instead of some seconds), and the template is made where there is none.
 * PGlite never calls fsync: what was acknowledged survives the death of the process, not the loss of power.
 */
export async function openEmbedded(folder: string): Promise<PGlite> {
  if (!(await exists(path.join(folder, 'PG_VERSION')))) await create(folder);
  return PGlite.create({ fs: new DatabaseFiles(folder), startParams });
}

/** What is small is kept in memory by the system too: a start need not clear 128 MB first. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

// Built beside the final place and renamed, so that a start that was killed leaves no half database.
async function create(folder: string): Promise<void> {
  const fresh = `${folder}.new`;
  await rm(fresh, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
  await mkdir(path.dirname(folder), { recursive: true });
  const template = await readTemplate();
  const pglite = await PGlite.create({
    fs: new DatabaseFiles(fresh),
    startParams,
    ...(template && { loadDataDir: template }),
  });
  if (!template) await writeTemplate(await pglite.dumpDataDir('none'));
  await pglite.close();
  await rename(fresh, folder);
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
