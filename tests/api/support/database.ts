import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { buildApp } from '../../../api/app.ts';
import { hashOf } from '../../../cli/setup/hash.mjs';
import { cacheFolder } from '../../../cli/setup/paths.mjs';
import { copyFolder } from '../../support/copyFolder.ts';

/**
 * Copies an empty database into a new data folder, as the service would create it at its first start. Copying takes a
 * tenth of the time.
 */
export async function prepareDatabase(dataDir: string): Promise<void> {
  const database = path.join(dataDir, 'db');
  if (existsSync(database)) return;
  await mkdir(dataDir, { recursive: true });
  await copyFolder(await emptyDatabase(), database);
}

/** An empty database that nothing writes to. */
async function emptyDatabase(): Promise<string> {
  const kept = path.join(cacheFolder, `test-database-${hashOf(['api/db', 'api/jobs', 'package-lock.json'])}`);
  if (existsSync(kept)) return kept;
  const dataDir = `${kept}.${process.pid}`;
  const app = await buildApp({ dataDir, workers: 0 });
  await app.close();
  // If another process was faster, its copy is just as good.
  await rename(path.join(dataDir, 'db'), kept).catch((error: unknown) => {
    if (!existsSync(kept)) throw error;
  });
  await rm(dataDir, { recursive: true, force: true });
  return kept;
}
