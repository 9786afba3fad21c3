import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { SessionStore } from '../../api/contract/http.ts';
import { partBeside } from '../../api/system/temporary.ts';

/** Name of the file in the output folder from which a stopped run goes on. */
const STATE_FILE = '.cutroom-submit.json';

const upload = z.object({
  /** Where the bytes go; put there again they make the same file. */
  uploadUri: z.string(),
  readUri: z.string(),
  done: z.boolean(),
});

const job = z.object({
  videoId: z.string().optional(),
  /** Path of the project file. */
  source: z.string().optional(),
  /** Raised when a failed video is asked for anew, so that the server does not answer with the failed one. */
  attempt: z.number().int().min(0).default(0),
  status: z.enum(['sent', 'done', 'failed']),
  /** Names of files that hold the result, with their size in bytes; 0: it is yet to be fetched. */
  saved: z.record(z.string(), z.number()).default({}),
});

const serverState = z.object({
  session: z.string(),
  /** By the SHA-256 of the file. */
  uploads: z.record(z.string(), upload).default({}),
  /** By the SHA-256 of the project's content. */
  jobs: z.record(z.string(), job).default({}),
});

const stateFile = z.object({ version: z.literal(1), servers: z.record(z.string(), serverState) });

/** What is known of one server. */
export type ServerState = z.infer<typeof serverState>;
/** A video that was asked for. */
export type JobState = z.infer<typeof job>;
/** A file that was, or is being, uploaded. */
export type UploadState = z.infer<typeof upload>;

/** The state of a run, kept in a file after every change. */
export interface State {
  server: ServerState;
  /** The work of all servers that results of this folder come from. */
  jobs(): JobState[];
  session: SessionStore;
  /**
   * Writes the state, with what other processes wrote since; resolves when it is on disk. Whole or not at all.
   * @param change done before, on what all processes know: none of them writes meanwhile.
   */
  save(): Promise<void>;
  save<T>(change: () => T): Promise<T>;
}

/**
 * Opens the state in a folder, or begins a new one.
 * @throws Error when the file is there and cannot be understood: it is not thrown away silently.
 */
export async function openState(folder: string, serverUrl: string): Promise<State> {
  const path = join(folder, STATE_FILE);
  const whole: WholeState = (await readState(path)) ?? { version: 1, servers: {} };
  let before = structuredClone(whole);
  // A session of our own making: the server takes it as it would take its own, and no first answer can be lost.
  whole.servers[serverUrl] ??= { session: randomBytes(16).toString('base64url'), uploads: {}, jobs: {} };
  const server = whole.servers[serverUrl];
  let writing: Promise<unknown> = Promise.resolve();
  const save = <T>(change?: () => T): Promise<T | undefined> => {
    const write = () =>
      locked(`${path}.lock`, async () => {
        takeOver(whole, before, (await readState(path)) ?? before);
        const changed = change?.();
        // Work goes on while it is written: what is remembered is what was written.
        const written = structuredClone(whole);
        await writeWhole(path, `${JSON.stringify(written, null, 1)}\n`);
        before = written;
        return changed;
      });
    // One write that failed is no reason to write no more.
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

/** Takes over what another process wrote to the file since this one did; what both changed stays as it is here. */
function takeOver(ours: WholeState, earlier: WholeState, theirs: WholeState): void {
  for (const [url, server] of Object.entries(theirs.servers)) {
    const mine = ours.servers[url];
    const known = earlier.servers[url];
    if (!mine) {
      ours.servers[url] = server;
      continue;
    }
    if (server.session !== known?.session) mine.session = server.session;
    const before = known?.uploads ?? {};
    // Of two sessions for one file that of the first one is used by both: they ask for one video then, not for two.
    for (const [hash, begun] of Object.entries(mine.uploads))
      if (before[hash] === undefined && server.uploads[hash]) Object.assign(begun, server.uploads[hash]);
    takeEntries(mine.uploads, before, server.uploads);
    takeEntries(mine.jobs, known?.jobs ?? {}, server.jobs);
  }
}

function takeEntries<T extends object>(
  ours: Record<string, T>,
  before: Record<string, T>,
  theirs: Record<string, T>,
): void {
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(before)])) {
    const [mine, known, other] = [ours[key], before[key], theirs[key]];
    if (isDeepStrictEqual(other, known) || !isDeepStrictEqual(mine, known)) continue;
    if (other === undefined) delete ours[key];
    // Work that goes on holds the entry itself.
    else ours[key] = mine ? Object.assign(mine, other) : other;
  }
}

/** A lock is held for milliseconds; one that is this old is left over. */
const STALE_MS = 10_000;

/** Does some work while no other process does it. @param path of the file that says so while it is there. */
async function locked<T>(path: string, work: () => Promise<T>): Promise<T> {
  // Watched here, by no clock of the day: that may be set, and two that wait must not both remove what the first one made.
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
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return stateFile.parse(JSON.parse(text), { jitless: true });
  } catch {
    throw new Error(`${path} is damaged. Remove it to begin anew.`);
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  const part = partBeside(path);
  await writeFile(part, text, { mode: 0o600 });
  await rename(part, path);
}
