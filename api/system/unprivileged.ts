import { randomInt } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, chown, copyFile, link, lstat, readdir, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { isBelow } from './isBelow.ts';
import { setpriv } from './launch.ts';
import { linkedFile } from './mediaLinks.ts';
import { probeLimits, runProcess } from './process.ts';
import { makeWorkFolder } from './temporary.ts';

// Without a sandbox, if the server runs as root, each run of a program gets a dedicated user that no account has. It
// only reaches its working folder and the files in it; the data folder is closed to it.

/** The range that systemd uses for dynamic users: no account of a system has one of these ids. */
const firstUser = 61_185;
/** Users per process, and number of processes that may have some. */
const [usersOfProcess, mostProcesses] = [128, 32];
/** Group of lent files, in addition to each user's own. */
export const readers = 61_184;

/** Folders of this process's services. */
const stores = new Set<{ root: string; work: string }>();
const taken = new Set<number>();
/** Working folders in use: their user, and the number of runs. */
const shared = new Map<string, { user: Promise<number>; runs: number }>();
let block: Promise<number> | undefined;
let next = 0;
const able = new Map<string, Promise<boolean>>();

/**
 * Registers the data folder of a service: from now on, if the server runs as root, programs run without root's rights.
 * @param store.work folder for the working folders of runs. @returns a function that undoes it.
 */
export function serveAsOthers(store: { root: string; work: string }): () => void {
  stores.add(store);
  return () => void stores.delete(store);
}

/** Returns data folders inside a system folder that every sandbox mounts. */
export function storesBelow(folder: string): string[] {
  return [...stores].map(({ root }) => root).filter((root) => isBelow(root, folder));
}

/** Whether a program should and can run as a dedicated user. @param trial arguments of a minimal test run. */
export function runsAsOthers(program: string, trial: readonly string[]): Promise<boolean> {
  if (stores.size === 0 || process.getuid?.() !== 0 || setpriv() === undefined) return Promise.resolve(false);
  const known = able.get(program) ?? tryAsOther(program, trial);
  able.set(program, known);
  return known;
}

async function tryAsOther(program: string, trial: readonly string[]): Promise<boolean> {
  return withUser(async (user) => {
    const confinement = { user, readers };
    const env = { HOME: '/' };
    return runProcess(program, trial, { limits: probeLimits, cwd: '/', confinement, env }).then(
      () => true,
      () => false,
    );
  });
}

/**
 * Runs work as a dedicated user; kills its remaining processes at the end.
 * @param folder working folder: concurrent work in the same folder shares the user.
 */
export async function withUser<T>(work: (user: number) => Promise<T>, folder?: string): Promise<T> {
  const known = folder === undefined ? undefined : shared.get(folder);
  const place = known ?? { user: acquireUser(), runs: 0 };
  place.runs += 1;
  if (folder !== undefined) shared.set(folder, place);
  const user = await place.user;
  try {
    return await work(user);
  } finally {
    place.runs -= 1;
    if (place.runs === 0) {
      if (folder !== undefined) shared.delete(folder);
      await endAllOf(user);
      taken.delete(user);
    }
  }
}

/** Takes a user of this process; when all are in use, they are shared. */
async function acquireUser(): Promise<number> {
  block ??= acquireBlock();
  const first = firstUser + usersOfProcess * (await block);
  do next = (next + 1) % usersOfProcess;
  while (taken.has(first + next) && taken.size < usersOfProcess);
  taken.add(first + next);
  return first + next;
}

/**
 * Finds a block of users that no other process on this machine uses, since each kills its users' processes. The name of
 * an abstract socket reserves the block.
 */
async function acquireBlock(): Promise<number> {
  for (let number = 0; number < mostProcesses; number += 1) {
    const holder = createServer().unref();
    const isOurs = await new Promise<boolean>((resolve) => {
      holder.once('error', () => resolve(false)).listen(`\0cutroom-users-${number}`, () => resolve(true));
    });
    if (isOurs) return number;
  }
  return randomInt(mostProcesses);
}

/** Kills processes of a user, even outside their process group, before the user is reused. */
async function endAllOf(user: number): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
    const owned = await Promise.all(
      pids.map((pid) =>
        stat(`/proc/${pid}`).then(
          ({ uid }) => uid === user,
          () => false,
        ),
      ),
    );
    const left = pids.filter((_, i) => owned[i]);
    if (left.length === 0) return;
    for (const pid of left) {
      try {
        process.kill(Number(pid), 'SIGKILL');
      } catch {
        // It has already exited.
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** How a program gets a file. */
export interface Giving {
  /** The program's user; absent: that of this process, without privileges. */
  user?: number | undefined;
  /** Whether the file belongs to this work only, so that a hard link may change its metadata. */
  isOwn?: boolean;
}

/** Copies or links a file to where a program can read it. */
export async function giveFile(from: string, to: string, { user, isOwn = false }: Giving = {}): Promise<void> {
  await rm(to, { force: true });
  if (isOwn && (await hasName(from, to))) {
    if (user !== undefined) await openToReaders(to);
    return;
  }
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  if (user !== undefined) await chown(to, user, user);
}

/** Lends a shared file. Files outside the data folder are copied: their permissions are not ours to change. */
async function lendFile(from: string, to: string, user: number): Promise<void> {
  await rm(to, { force: true });
  const isOurs = [...stores].some(({ root }) => isBelow(path.resolve(from), root));
  const isReadByAll = ((await stat(from)).mode & 0o004) !== 0;
  if (!(isOurs || isReadByAll) || !(await hasName(from, to))) return giveFile(from, to, { user });
  hasLent = true;
  if (!isReadByAll) await openToReaders(to);
}

let hasLent = false;

/** Whether files were lent: since then, changes of names and permissions do not mean a change of content. */
export function lendsFiles(): boolean {
  return hasLent;
}

function hasName(from: string, to: string): Promise<boolean> {
  return link(from, to).then(
    () => true,
    () => false,
  );
}

async function openToReaders(file: string): Promise<void> {
  const { uid, mode } = await stat(file);
  await chown(file, uid, readers);
  await chmod(file, (mode & 0o7777) | 0o040);
}

/** A run in a folder that belongs to its user. */
export interface Lent {
  folder: string;
  args: string[];
  /** Moves output files to where the arguments say. */
  collect(): Promise<void>;
  /** Removes lent files. */
  end(): Promise<void>;
}

/**
 * Places all inputs of a run in its folder and rewrites its arguments, since its user can reach nothing else.
 * @param args with files as `file:…`. @param isRead whether the argument at an index is only read. @param cwd its
 * folder; default: a new one.
 */
export async function lend(
  { args, isRead, cwd }: { args: readonly string[]; isRead: (index: number) => boolean; cwd: string | undefined },
  user: number,
): Promise<Lent> {
  const [store] = stores;
  const folder = cwd ?? (await makeWorkFolder(store?.work ?? '/tmp'));
  const [lent, written]: [string[], [from: string, to: string][]] = [[], []];
  await giveFolder(folder, user);
  const named = await Promise.all(
    args.map(async (arg, i) => {
      if (!arg.startsWith('file:')) return arg;
      const file = path.resolve(cwd ?? '.', arg.slice('file:'.length));
      const target = linkedFile(file);
      if (target === undefined && path.dirname(file) === path.resolve(folder)) return `file:${path.basename(file)}`;
      const name = `lent-${i}${path.extname(file)}`;
      if (isRead(i)) {
        lent.push(name);
        await lendFile(target ?? file, path.join(folder, name), user).catch(() => undefined);
      } else written.push([path.join(folder, name), file]);
      return `file:${name}`;
    }),
  );
  return {
    ...{ folder, args: named },
    async collect() {
      for (const [from, to] of written) await moveOutput(from, to);
    },
    async end() {
      for (const name of lent) await rm(path.join(folder, name), { force: true });
      for (const [from] of written) await rm(from, { force: true });
      if (cwd === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Gives a folder and its files to a user; hard-linked files only become readable. */
async function giveFolder(folder: string, user: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const info = await lstat(file);
    if (!info.isFile()) continue;
    if (info.nlink > 1) await openToReaders(file);
    else await chown(file, user, user);
  }
  await chown(folder, user, user);
}

/**
 * Moves an output file to its place, if the program wrote one.
 * @throws Error for a link or anything else that is not a regular file: the program must not choose its target.
 */
export async function moveOutput(from: string, to: string): Promise<void> {
  const info = await lstat(from).catch(() => undefined);
  if (!info) return;
  if (!info.isFile() || info.nlink > 1) throw new Error('A program wrote something other than a file.');
  if (process.getuid?.() === 0 && info.uid !== 0) await chown(from, 0, 0);
  await rename(from, to).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV') throw error;
    await copyFile(from, to);
    await rm(from);
  });
}
