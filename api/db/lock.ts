import { readFile, realpath, rm, stat, utimes, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeNamedFolder } from '../system/makeFolder.ts';
import { processStart } from '../system/processStart.ts';

/** Another process uses the folder. `message` is a sentence for the person at the terminal. */
export class LockedError extends Error {
  override name = 'LockedError';
}

/** A folder that is ours alone until released. */
export interface FolderLock {
  release(): Promise<void>;
}

interface Holder {
  pid: number;
  /** Start of the process in the kernel's ticks; tells two processes of one number apart. '' where unknown. */
  started: string;
  host: string;
}

/** How often a holder touches its file, milliseconds. */
const BEAT_MS = 5000;
/** A holder on another machine that misses so many beats is dead. */
const MISSED_BEATS = 4;

/**
 * Takes a data folder for this process. A second process is refused at once, in a sentence that names the first;
 * the lock of a dead process is taken over at once. Two guards: on Linux a socket in the abstract namespace, which
 * the kernel gives to one process and frees at its death; everywhere a file that names the holder, touched again and
 * again so that machines that share the folder see each other: whether one on another machine lives is watched for some
 * seconds, not told by the clock, which may be set and differs between machines.
 * @param options.beatMs how often a holder touches its file, milliseconds; the same for all of a folder.
 * @throws LockedError
 */
export async function lockFolder(folder: string, { beatMs = BEAT_MS } = {}): Promise<FolderLock> {
  await makeNamedFolder(folder);
  const file = path.join(folder, 'lock');
  const socket = await bindGuard(folder, file);
  try {
    const holder = await readHolder(file);
    if (holder && (await isAlive(holder, file, beatMs))) throw lockedBy(folder, holder);
    const write = () => writeFile(file, JSON.stringify(self()));
    await write();
    const touch = () => utimes(file, new Date(), new Date()).catch(write);
    const timer = setInterval(() => void touch().catch(() => undefined), beatMs);
    timer.unref();
    return {
      async release() {
        clearInterval(timer);
        await rm(file, { force: true });
        await closeGuard(socket);
      },
    };
  } catch (error) {
    await closeGuard(socket);
    throw error;
  }
}

async function bindGuard(folder: string, file: string): Promise<net.Server | undefined> {
  if (process.platform !== 'linux') return undefined;
  const { dev, ino } = await stat(await realpath(folder));
  const server = net.createServer((connection) => connection.destroy());
  server.unref();
  return new Promise((resolve, reject) => {
    server.once('error', async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') reject(lockedBy(folder, await readHolder(file)));
      else resolve(undefined);
    });
    server.listen(`\0cutroom-${dev}-${ino}`, () => resolve(server));
  });
}

async function closeGuard(server: net.Server | undefined): Promise<void> {
  if (server) await new Promise((resolve) => server.close(resolve));
}

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    const value = JSON.parse(await readFile(file, 'utf8')) as Partial<Holder>;
    if (typeof value.pid !== 'number') return undefined;
    return { pid: value.pid, started: value.started ?? '', host: value.host ?? '' };
  } catch {
    return undefined;
  }
}

async function isAlive(holder: Holder, file: string, beatMs: number): Promise<boolean> {
  const me = self();
  if (holder.host !== me.host) return isTouched(file, beatMs);
  if (holder.pid === me.pid) return holder.started === me.started && process.platform !== 'linux';
  const started = processStart(holder.pid);
  if (started !== undefined) return started === holder.started;
  if (process.platform === 'linux') return false;
  try {
    process.kill(holder.pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Watches a file for as long as a living holder may leave it alone. @returns whether it was touched, as soon as it is. */
async function isTouched(file: string, beatMs: number): Promise<boolean> {
  const touchedAt = async () => (await stat(file).catch(() => undefined))?.mtimeMs;
  const before = await touchedAt();
  for (let look = 0; look < 4 * MISSED_BEATS; look += 1) {
    await delay(beatMs / 4);
    const now = await touchedAt();
    // A holder that ended takes its file away.
    if (now !== before) return now !== undefined;
  }
  return false;
}

function self(): Holder {
  return { pid: process.pid, started: processStart(process.pid) ?? '', host: os.hostname() };
}

function lockedBy(folder: string, holder: Holder | undefined): LockedError {
  const who = holder
    ? `process ${holder.pid}${holder.host === os.hostname() ? '' : ` on ${holder.host}`}`
    : 'another process';
  return new LockedError(`The data folder ${folder} is in use by ${who}. Stop it first, or choose another DATA_DIR.`);
}
