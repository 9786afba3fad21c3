import { createHash, randomBytes } from 'node:crypto';
import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import { readdir, rename, rm, rmdir } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makePrivateFolder } from '../system/privateFolder.ts';

/** Name of the folder, in a data folder, of the sockets by which processes of one machine see each other. */
export const LOCK_SOCKETS = 'locks';

/** How long a process that meets another one without a confirmed lock tries, milliseconds. */
const PATIENCE_MS = 3000;
/** The longest pause between two looks, milliseconds. Random, so that processes do not look in step. */
const PAUSE_MS = 40;

/** A socket that listens as long as this process lives. */
export interface LockSocket {
  close(): Promise<void>;
}

/** A socket of this process in the folder, by its file name. */
interface NamedSocket extends LockSocket {
  name: string;
}

/**
 * Opens a socket in a data folder, if no other process of this machine, in whatever container, has one open there. The kernel
 * closes the socket of a process that dies, so a socket file that accepts no connection is left over. Files have unique names
 * and are shown before others are looked for: of two processes that start at once, at least one sees the other, and a
 * leftover can be deleted without deleting the file of a living process. Names begin with the time at which a process asked;
 * of several that see each other, the first keeps its socket and the others withdraw, so one of them always gets the folder.
 * @param isLocked whether the other process is known to hold the lock; it may also be starting, or ending.
 * @returns undefined where the system has no such sockets; 'taken' if another process has one open.
 */
export async function openLockSocket(
  dataDir: string,
  isLocked: () => Promise<boolean>,
): Promise<LockSocket | 'taken' | undefined> {
  const folder = path.join(dataDir, LOCK_SOCKETS);
  const turn = process.hrtime.bigint().toString(16).padStart(16, '0');
  const end = performance.now() + PATIENCE_MS;
  let own: NamedSocket | undefined;
  while (performance.now() < end) {
    const others = await openSockets(folder, own?.name);
    if (others.length === 0) {
      if (own) return own;
      const opened = await open(folder, turn);
      if (!opened) return undefined;
      if (opened !== 'folder deleted') own = opened;
      continue;
    }
    if (own && others.some((name) => name < (own as NamedSocket).name)) {
      await own.close();
      own = undefined;
    }
    if (await isLocked()) break;
    await delay(Math.random() * PAUSE_MS);
  }
  await own?.close();
  return 'taken';
}

/** Deletes the sockets of other machines and of earlier starts of this one. Only for a process that holds the lock. */
export async function sweepLockSockets(dataDir: string): Promise<void> {
  const folder = path.join(dataDir, LOCK_SOCKETS);
  const others = (await readdir(folder)).filter((name) => !name.startsWith(`${machine()}-`));
  await Promise.all(others.map((name) => rm(path.join(folder, name), { force: true })));
}

async function open(folder: string, turn: string): Promise<NamedSocket | 'folder deleted' | undefined> {
  const name = `${machine()}-${turn}-${randomBytes(8).toString('hex')}.sock`;
  return inFolder(folder, async (short) => {
    const server = await listen(folder, short, name);
    if (!server) return undefined;
    const close = async () => {
      await rm(path.join(folder, name), { force: true });
      // The last one.
      await rmdir(folder).catch(() => undefined);
      await new Promise((resolve) => server.close(resolve));
    };
    return { name, close };
  });
}

/** Runs a step in the folder, by a short path, and creates the folder if needed. Another process may delete it meanwhile. */
async function inFolder<T>(folder: string, step: (short: string) => Promise<T>): Promise<T | 'folder deleted'> {
  let short: ReturnType<typeof shortPath> | undefined;
  try {
    await makePrivateFolder(folder);
    short = shortPath(folder);
    return await step(short.path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'folder deleted';
    throw error;
  } finally {
    short?.close();
  }
}

/**
 * A socket appears under its name when it accepts connections: before that it would look like a leftover.
 * @returns undefined where there can be none.
 */
async function listen(folder: string, short: string, name: string): Promise<net.Server | undefined> {
  const server = net.createServer((connection) => connection.destroy());
  server.unref();
  const draft = `${name}.new`;
  const isOpen = await new Promise<boolean>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? reject(error) : resolve(false)));
    server.listen(path.join(short, draft), () => resolve(true));
  });
  if (!isOpen) return undefined;
  try {
    await rename(path.join(folder, draft), path.join(folder, name));
    return server;
  } catch (error) {
    server.close();
    throw error;
  }
}

/** The names of the sockets of other processes of this machine. Deletes those of dead ones. */
async function openSockets(folder: string, own: string | undefined): Promise<string[]> {
  const found = await inFolder(folder, async (short) => {
    const names = await readdir(short);
    const others = names.filter((name) => name !== own && name.startsWith(`${machine()}-`) && name.endsWith('.sock'));
    const open = await Promise.all(
      others.map(async (name) => {
        if (await accepts(path.join(short, name))) return name;
        await rm(path.join(short, name), { force: true });
        return undefined;
      }),
    );
    return open.filter((name) => name !== undefined);
  });
  return found === 'folder deleted' ? [] : found;
}

/** Whether a process listens. One that is stopped does too: the kernel accepts for it. */
function accepts(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = net.connect(socket);
    const end = (isOpen: boolean) => {
      connection.destroy();
      resolve(isOpen);
    };
    connection.once('connect', () => end(true));
    // Any other error, such as a full queue or a missing permission, comes from a living process.
    connection.once('error', ({ code }: NodeJS.ErrnoException) => end(code !== 'ECONNREFUSED' && code !== 'ENOENT'));
  });
}

/** The path of a socket has at most 107 bytes. On Linux, an open folder has a short one. */
function shortPath(folder: string): { path: string; close: () => void } {
  if (process.platform !== 'linux') return { path: folder, close: () => undefined };
  const handle = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  return { path: `/proc/self/fd/${handle}`, close: () => closeSync(handle) };
}

let known: string | undefined;

/** Differs between machines, and between starts of one: a socket cannot be reached from another machine that shares the folder. */
function machine(): string {
  known ??= createHash('sha256').update(bootId()).digest('hex').slice(0, 8);
  return known;
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8');
  } catch {
    return os.hostname();
  }
}
