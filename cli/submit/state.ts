import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { SessionStore } from '../../api/contract/http.ts';
import { ifMissing } from '../../api/system/ifMissing.ts';
import { temporaryName } from '../../api/system/temporary.ts';

/** Name of the file in the output folder from which an interrupted run continues. */
const STATE_FILE = '.cutroom-submit.json';

const upload = z.object({
  /** Address for the bytes. Uploading there again gives the same file. */
  uploadUri: z.string(),
  readUri: z.string(),
  done: z.boolean(),
});

const job = z.object({
  videoId: z.string().optional(),
  /** Path of the project file. */
  source: z.string().optional(),
  /** Increased when a failed video is requested again, so that the server does not return the failed one. */
  attempt: z.number().int().min(0).default(0),
  status: z.enum(['sent', 'done', 'failed']),
  /** Names of result files with their sizes in bytes; 0: not downloaded yet. */
  saved: z.record(z.string(), z.number()).default({}),
});

const serverState = z.object({
  session: z.string(),
  /** By SHA-256 of the file. */
  uploads: z.record(z.string(), upload).default({}),
  /** By SHA-256 of the project's content. */
  jobs: z.record(z.string(), job).default({}),
});

const stateFile = z.object({ version: z.literal(1), servers: z.record(z.string(), serverState) });

/** State of one server. */
export type ServerState = z.infer<typeof serverState>;
/** A requested video. */
export type JobState = z.infer<typeof job>;
/** A finished or running upload. */
export type UploadState = z.infer<typeof upload>;

/** State of a run, saved to a file after every change. */
export interface State {
  server: ServerState;
  /** Returns the jobs of all servers with results in this folder. */
  jobs(): JobState[];
  session: SessionStore;
  /**
   * Saves the state atomically, merged with what other processes wrote since; resolves when it is on disk.
   * @param change applied before, to the merged state, while no other process can write.
   */
  save(): Promise<void>;
  save<T>(change: () => T): Promise<T>;
}

/**
 * Opens the state in a folder, or creates it.
 * @throws Error if the file is invalid: it is never discarded silently.
 */
export async function openState(folder: string, serverUrl: string): Promise<State> {
  const path = join(folder, STATE_FILE);
  const whole: WholeState = (await readState(path)) ?? { version: 1, servers: {} };
  let before = structuredClone(whole);
  // Created here, so that losing the first response cannot lose the session. The server accepts it like its own.
  whole.servers[serverUrl] ??= { session: randomBytes(16).toString('base64url'), uploads: {}, jobs: {} };
  const server = whole.servers[serverUrl];
  let writing: Promise<unknown> = Promise.resolve();
  const save = <T>(change?: () => T): Promise<T | undefined> => {
    const write = () =>
      locked(`${path}.lock`, async () => {
        mergeState(whole, before, (await readState(path)) ?? before);
        const changed = change?.();
        // Work continues during the write, so only what was written is remembered.
        const written = structuredClone(whole);
        await writeWhole(path, `${JSON.stringify(written, null, 1)}\n`);
        before = written;
        return changed;
      });
    // A failed write must not prevent later ones.
    const saved = writing.catch(() => undefined).then(write);
    writing = saved;
    return saved;
  };
  const session: SessionStore = {
    get: () => server.session,
    set: (value) => {
      server.session = value;
    },
  };
  const jobs = () => Object.values(whole.servers).flatMap(({ jobs }) => Object.values(jobs));
  return { server, jobs, session, save: save as State['save'] };
}

type WholeState = z.infer<typeof stateFile>;

/** Merges what another process wrote to the file since our last write. Our own changes win. */
function mergeState(ours: WholeState, earlier: WholeState, theirs: WholeState): void {
  for (const [url, server] of Object.entries(theirs.servers)) {
    const mine = ours.servers[url];
    const known = earlier.servers[url];
    if (!mine) {
      ours.servers[url] = server;
      continue;
    }
    if (server.session !== known?.session) mine.session = server.session;
    const before = known?.uploads ?? {};
    // If both began an upload of the same file, both use the first session: then they request one video, not two.
    for (const [hash, begun] of Object.entries(mine.uploads))
      if (before[hash] === undefined && server.uploads[hash]) Object.assign(begun, server.uploads[hash]);
    mergeEntries(mine.uploads, before, server.uploads);
    mergeEntries(mine.jobs, known?.jobs ?? {}, server.jobs);
  }
}

function mergeEntries<T extends object>(
  ours: Record<string, T>,
  before: Record<string, T>,
  theirs: Record<string, T>,
): void {
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(before)])) {
    const [mine, known, other] = [ours[key], before[key], theirs[key]];
    if (isDeepStrictEqual(other, known) || !isDeepStrictEqual(mine, known)) continue;
    if (other === undefined) delete ours[key];
    // Running work holds a reference to the entry.
    else ours[key] = mine ? Object.assign(mine, other) : other;
  }
}

/** Locks last for milliseconds; a lock of this age is stale. */
const STALE_MS = 10_000;

/** Runs some work while no other process does. @param path of the lock file. */
async function locked<T>(path: string, work: () => Promise<T>): Promise<T> {
  // Uses a monotonic clock, because the system time may be changed, and remembers which lock it saw, so that two
  // waiting processes never both remove a lock.
  let seen = '';
  let since = 0;
  for (;;) {
    try {
      await (await open(path, 'wx')).close();
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const now = await stat(path).then(
      ({ ino, ctimeMs }) => `${ino} ${ctimeMs}`,
      () => '',
    );
    if (now !== seen) [seen, since] = [now, performance.now()];
    if (now !== '' && performance.now() - since > STALE_MS) await rm(path, { force: true });
    else await delay(20);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function readState(path: string): Promise<WholeState | undefined> {
  const text = await readFile(path, 'utf8').catch(ifMissing(undefined));
  if (text === undefined) return undefined;
  try {
    return stateFile.parse(JSON.parse(text), { jitless: true });
  } catch {
    throw new Error(`${path} is damaged. Delete it to start over.`);
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  const part = temporaryName(path);
  await writeFile(part, text, { mode: 0o600 });
  await rename(part, path);
}
