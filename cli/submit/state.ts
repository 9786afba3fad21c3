import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { SessionStore } from '../../api/contract/http.ts';

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
  /** Raised when a failed video is asked for anew, so that the server does not answer with the failed one. */
  attempt: z.number().int().min(0).default(0),
  status: z.enum(['sent', 'done', 'failed']),
  /** Names of files that hold the result, with their size in bytes. */
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
  session: SessionStore;
  /** Writes the state; resolves when it is on disk. Whole or not at all. */
  save(): Promise<void>;
}

/**
 * Opens the state in a folder, or begins a new one.
 * @throws Error when the file is there and cannot be understood: it is not thrown away silently.
 */
export async function openState(folder: string, serverUrl: string): Promise<State> {
  const path = join(folder, STATE_FILE);
  const whole = (await readState(path)) ?? { version: 1 as const, servers: {} };
  // A session of our own making: the server takes it as it would take its own, and no first answer can be lost.
  whole.servers[serverUrl] ??= { session: randomBytes(16).toString('base64url'), uploads: {}, jobs: {} };
  const server = whole.servers[serverUrl];
  let writing = Promise.resolve();
  const save = () => {
    writing = writing.then(() => writeWhole(path, `${JSON.stringify(whole, null, 1)}\n`));
    return writing;
  };
  const session: SessionStore = {
    get: () => server.session,
    set: (value) => {
      server.session = value;
    },
  };
  return { server, session, save };
}

async function readState(path: string): Promise<z.infer<typeof stateFile> | undefined> {
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
  const part = `${path}.${process.pid}.part`;
  await writeFile(part, text, { mode: 0o600 });
  await rename(part, path);
}
