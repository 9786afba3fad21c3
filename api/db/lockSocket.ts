import { createHash, randomBytes } from 'node:crypto';
import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import { readdir, rename, rm, rmdir } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makePrivateFolder } from '../system/privateFolder.ts';

/** Folder inside a data folder for the sockets by which processes of one machine see each other. */
export const LOCK_SOCKETS = 'locks';

/** Milliseconds that a process tries while another one has a socket but no confirmed lock. */
const PATIENCE_MS = 3000;
/** Longest pause between two checks, in milliseconds. Pauses are random, so that processes do not check in step. */
const PAUSE_MS = 40;

/** A socket that listens while this process lives. */
export interface LockSocket {
  close(): Promise<void>;
}

/** A socket of this process in the folder, by its file name. */
interface NamedSocket extends LockSocket {
  name: string;
}

/**
 * Opens a socket in a data folder, unless another process of this machine (in any container) has one there. The kernel
 * closes the sockets of a dead process, so a socket file that accepts no connection is stale.
 * Files have unique names and appear before others are checked: of two processes that start together, at least one sees
 * the other, and a stale file can be deleted safely. Names start with the time of the request. Of several processes
 * that see each other, the first retains its socket and the others withdraw, so exactly one gets the folder.
 * @param isLocked whether the other process is known to hold the lock; it may also be starting or exiting.
 * @returns undefined if the system has no such sockets; 'taken' if another process has one.
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

/** Deletes sockets of other machines and of earlier boots. Only for the process that holds the lock. */
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
      // Succeeds for the last socket only.
      await rmdir(folder).catch(() => undefined);
      await new Promise((resolve) => server.close(resolve));
    };
    return { name, close };
  });
}

/**
 * Runs a step in the folder, under a short path; creates the folder if needed. Another process may delete it meanwhile.
 */
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
 * Creates a socket that appears under its name once it accepts connections: before that it would look stale.
 * @returns undefined if sockets are not supported here.
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

/** Returns the names of sockets of other live processes on this machine; deletes stale ones. */
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

/** Whether a process listens. This includes stopped processes, for which the kernel accepts connections. */
function accepts(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = net.connect(socket);
    const end = (isOpen: boolean) => {
      connection.destroy();
      resolve(isOpen);
    };
    connection.once('connect', () => end(true));
    // Any other error, such as a full queue or a missing permission, comes from a live process.
    connection.once('error', ({ code }: NodeJS.ErrnoException) => end(code !== 'ECONNREFUSED' && code !== 'ENOENT'));
  });
}

/** Socket paths are limited to 107 bytes. On Linux, the descriptor of an open folder gives a short path. */
function shortPath(folder: string): { path: string; close: () => void } {
  if (process.platform !== 'linux') return { path: folder, close: () => undefined };
  const handle = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  return { path: `/proc/self/fd/${handle}`, close: () => closeSync(handle) };
}

let known: string | undefined;

/** Identifies this boot of this machine: sockets cannot be reached from other machines that share the folder. */
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
