import { readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { makeFolder } from '../system/makeFolder.ts';
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

/** A holder on another machine that did not touch its file for this long is dead, milliseconds. */
const STALE_MS = 20_000;

/**
 * Takes a data folder for this process. A second process is refused at once, in a sentence that names the first;
 * the lock of a dead process is taken over at once. Two guards: on Linux a socket in the abstract namespace, which
 * the kernel gives to one process and frees at its death; everywhere a file that names the holder, kept fresh so
 * that machines that share the folder see each other.
 * @throws LockedError
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  await makeFolder(folder);
  const file = path.join(folder, 'lock');
  const socket = await bindGuard(folder, file);
  try {
    const holder = await readHolder(file);
    if (holder && (await isAlive(holder, file))) throw lockedBy(folder, holder);
    const touch = () => writeFile(file, JSON.stringify(self()));
    await touch();
    const timer = setInterval(() => void touch().catch(() => undefined), STALE_MS / 4);
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

async function isAlive(holder: Holder, file: string): Promise<boolean> {
  const me = self();
  if (holder.host !== me.host) return Date.now() - (await stat(file)).mtimeMs < STALE_MS;
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

function self(): Holder {
  return { pid: process.pid, started: processStart(process.pid) ?? '', host: os.hostname() };
}

function lockedBy(folder: string, holder: Holder | undefined): LockedError {
  const who = holder
    ? `process ${holder.pid}${holder.host === os.hostname() ? '' : ` on ${holder.host}`}`
    : 'another process';
  return new LockedError(`The data folder ${folder} is in use by ${who}. Stop it first, or choose another DATA_DIR.`);
}
