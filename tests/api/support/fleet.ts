import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Client } from '../../../api/contract/client.ts';
import { openDatabase } from '../../../api/db/database.ts';
import { createStore } from '../../../api/jobs/jobStore.ts';
import { openQueue } from '../../../api/jobs/queue.ts';
import { sweepResults } from '../../../api/jobs/sweepFiles.ts';
import { renderProject } from '../../../api/renderer/job/render.ts';
import { newSecretId } from '../../../api/sources/ids.ts';
import { VIDEOS } from '../../../api/storage/keys.ts';
import { openStorage } from '../../../api/storage/openStorage.ts';
import type { S3Settings } from '../../../api/system/s3Settings.ts';
import { projectOf } from '../../support/renderLab.ts';
import type { S3Server } from '../../support/s3Server.ts';
import type { Fault } from './faults.ts';
import { temporaryFolder } from './files.ts';
import { startPostgres } from './postgres.ts';
import { type ServerProcess, spawnServer } from './process.ts';
import { newBucket } from './s3.ts';
import { until } from './service.ts';

/** Addresses of the database and the store of a fleet. */
export interface FleetPlaces {
  databaseUrl: string;
  s3: S3Settings;
}

/** A process of a fleet, with the lines it has printed. */
export interface FleetProcess extends ServerProcess {
  lines: string[];
  dataDir: string;
}

/** Processes that share a PostgreSQL server and an S3 store, each with its own data folder. */
export interface Fleet {
  places: FleetPlaces;
  folder: string;
  /** Starts a web process. */
  web(places?: FleetPlaces): Promise<FleetProcess>;
  /** Starts a worker process. */
  worker(options?: { fault?: Fault; places?: FleetPlaces; env?: NodeJS.ProcessEnv }): Promise<FleetProcess>;
  /** Sweeps all results now, whatever their age. @returns the remaining keys below `videos/`. */
  swept(): Promise<string[]>;
  /** Queries the database. */
  query<Row>(text: string): Promise<Row[]>;
}

/** Opens a fleet. Its processes end with the test. */
export async function openFleet(server: S3Server): Promise<Fleet> {
  const folder = await temporaryFolder();
  const postgres = await startPostgres();
  const s3 = await newBucket(server);
  const places: FleetPlaces = { databaseUrl: postgres.url, s3 };
  const database = await openDatabase({ dataDir: folder, url: postgres.url });
  const queue = await openQueue(database, () => undefined);
  const store = createStore(database, queue);
  const running: FleetProcess[] = [];
  onTestFinished(async () => {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all(running.map(({ ended }) => ended));
    await queue.stop();
    await database.close();
    await postgres.stop();
  });
  const start = async (workers: number, given = places, more: Parameters<typeof spawnServer>[2] = {}) => {
    const dataDir = path.join(folder, newSecretId());
    const rateLimit = { all: 1e6, creates: 1e6 };
    const settings = { workers, maxOpen: 5000, rateLimit, ...given };
    const process = { ...(await spawnServer(dataDir, settings, more)), lines: [] as string[], dataDir };
    let rest = '';
    process.child.stdout?.on('data', (text: Buffer) => {
      const parts = (rest + text.toString()).split('\n');
      rest = parts.pop() ?? '';
      process.lines.push(...parts);
    });
    running.push(process);
    return process;
  };
  return {
    places,
    folder,
    web: (given) => start(0, given),
    worker: ({ places: given, ...more } = {}) => start(1, given, more),
    async swept() {
      const storage = await openStorage({ root: path.join(folder, newSecretId()) }, s3);
      await sweepResults(storage, store, { leastAgeMs: 0 });
      const keys: string[] = [];
      for await (const { key } of storage.list(VIDEOS)) keys.push(key);
      return keys.sort();
    },
    query: async <Row>(text: string) => (await database.runner.executeSql(text)).rows as Row[],
  };
}

/** Renders a body in a single process. @param clip the file used for all media. @returns the file of the result. */
export async function renderAlone(folder: string, body: object, clip: string): Promise<string> {
  const out = path.join(folder, `${newSecretId()}.mp4`);
  await renderProject(projectOf(body), { locate: async () => clip, out });
  return out;
}

/** Expects that a result equals a single-process render byte for byte. @param alone file of that render. */
export async function expectSameResult(client: Client, id: string, alone: string): Promise<void> {
  const { url } = await client.getVideo(id);
  const bytes = new Uint8Array(await (await client.download(url ?? '')).arrayBuffer());
  expect((await readFile(alone)).equals(bytes), `${id} beside ${alone}`).toBe(true);
}

/** Waits until all videos are final. @param mostMs timeout in milliseconds. */
export async function untilAllEnd(fleet: Pick<Fleet, 'query'>, mostMs: number): Promise<Record<string, number>> {
  const counts = async () => {
    const text = 'select state, count(*)::int as n from videos group by state';
    return Object.fromEntries(
      (await fleet.query<{ state: string; n: number }>(text)).map(({ state, n }) => [state, n]),
    );
  };
  return until(async () => {
    const now = await counts();
    return !now.queued && !now.running && now;
  }, mostMs);
}
