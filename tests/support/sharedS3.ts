import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { endProcess, ensureS3Programs, type S3Server, startS3Server } from './s3Server.ts';

/** State that the first test file with S3 leaves for the others. */
interface Shared {
  server?: S3Server;
  pids: number[];
  /** Why there is no server. */
  missing?: string;
}

const addressFile = (suiteFolder: string) => join(suiteFolder, 's3.json');

/**
 * Returns the S3 server of the suite, which the first caller starts. If it cannot be found or installed, prints the
 * reason and returns undefined.
 */
export async function sharedS3(): Promise<S3Server | undefined> {
  const suiteFolder = inject('suiteFolder');
  const isFirst = await mkdir(join(suiteFolder, 's3.lock')).then(
    () => true,
    () => false,
  );
  if (isFirst) await writeAddress(suiteFolder, await startShared(suiteFolder));
  for (const end = Date.now() + 300_000; !existsSync(addressFile(suiteFolder)); ) {
    if (Date.now() > end) throw new Error('Nobody started the S3 server.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { server, missing } = JSON.parse(await readFile(addressFile(suiteFolder), 'utf8')) as Shared;
  if (missing !== undefined) console.warn(`Tests on S3 are skipped: ${missing}`);
  return server;
}

/** Stops the server of a suite, if there is one. */
export async function endSharedS3(suiteFolder: string): Promise<void> {
  const text = await readFile(addressFile(suiteFolder), 'utf8').catch(() => undefined);
  const { pids } = (text === undefined ? { pids: [] } : JSON.parse(text)) as Shared;
  while (pids.some(endProcess)) await new Promise((resolve) => setTimeout(resolve, 50));
}

async function startShared(suiteFolder: string): Promise<Shared> {
  if (!(await ensureS3Programs())) return { pids: [], missing: 'Ceph’s radosgw is not installed, and may not be.' };
  try {
    return await startS3Server(join(suiteFolder, 's3'));
  } catch (error) {
    return { pids: [], missing: `the server did not start: ${error instanceof Error ? error.message : error}` };
  }
}

async function writeAddress(suiteFolder: string, shared: Shared): Promise<void> {
  await writeFile(`${addressFile(suiteFolder)}.part`, JSON.stringify(shared));
  await rename(`${addressFile(suiteFolder)}.part`, addressFile(suiteFolder));
  // A killed suite cannot stop the server itself.
  const watch = `while [ -e '${addressFile(suiteFolder)}' ] && kill -0 ${process.ppid}; do sleep 2; done 2>/dev/null; kill -9 ${shared.pids.join(' ')} 2>/dev/null`;
  if (shared.pids.length > 0) spawn('sh', ['-c', watch], { stdio: 'ignore', detached: true }).unref();
}
