import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { buildApp } from '../../../api/app.ts';
import { openEmbedded } from '../../../api/db/embedded.ts';
import { hashOf } from '../../../cli/build/hash.mjs';
import { cacheFolder } from '../../../cli/build/paths.mjs';
import { copyFolder } from '../../support/copyFolder.ts';

/**
 * Copies a database into a new data folder, as the service would create it at its first start. Copying takes a tenth of
 * the time. @param options.isEmpty without any tables
 */
export async function prepareDatabase(dataDir: string, { isEmpty = false } = {}): Promise<void> {
  const database = path.join(dataDir, 'db');
  if (existsSync(database)) return;
  await mkdir(dataDir, { recursive: true });
  await copyFolder(isEmpty ? await emptyDatabase() : await newDatabase(), database);
}

/** A database as after the first start of the service, which nothing writes to. */
function newDatabase(): Promise<string> {
  return kept(`test-database-${hashOf(['api/db', 'api/jobs', 'package-lock.json'])}`, async (dataDir) => {
    const app = await buildApp({ dataDir, workers: 0 });
    await app.close();
  });
}

/** A database without tables, which nothing writes to. */
function emptyDatabase(): Promise<string> {
  return kept(`empty-database-${hashOf(['package-lock.json'])}`, async (dataDir) => {
    const { pglite } = await openEmbedded(path.join(dataDir, 'db'));
    await pglite.close();
  });
}

/** Creates a database once for all runs. @param create writes it to a data folder. @returns its folder. */
async function kept(name: string, create: (dataDir: string) => Promise<void>): Promise<string> {
  const kept = path.join(cacheFolder, name);
  if (existsSync(kept)) return kept;
  const dataDir = `${kept}.${process.pid}`;
  await create(dataDir);
  // If another process was faster, its copy is just as good.
  await rename(path.join(dataDir, 'db'), kept).catch((error: unknown) => {
    if (!existsSync(kept)) throw error;
  });
  await rm(dataDir, { recursive: true, force: true });
  return kept;
}
