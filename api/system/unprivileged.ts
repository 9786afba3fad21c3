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

// Where there is no sandbox and the server runs as root, each run of a program gets a user of its own that no account has. It
// reaches the folder that it runs in, which it is started in, and the files that lie there; the data folder is closed to it.

/** Users that systemd gives to services for as long as they run: no account of a system has one of these. */
const firstUser = 61_185;
/** Users of one process, and how many processes may have some. */
const [usersOfProcess, mostProcesses] = [128, 32];
/** Group of the files that they are lent, beside the one that each has of its own. */
export const readers = 61_184;

/** Folders of the services of this process. */
const stores = new Set<{ root: string; work: string }>();
const taken = new Set<number>();
/** Of the folders in which something runs: as who, and how many runs there are. */
const shared = new Map<string, { user: Promise<number>; runs: number }>();
let block: Promise<number> | undefined;
let next = 0;
const able = new Map<string, Promise<boolean>>();

/**
 * Names the data folder of a service: from now on programs run without root's rights, where root is who serves.
 * @param store.work folder in which runs get a folder of their own. @returns what takes it back.
 */
export function serveAsOthers(store: { root: string; work: string }): () => void {
  stores.add(store);
  return () => void stores.delete(store);
}

/** Data folders of this process's services that lie in a folder of the system's, which every sandbox shows. */
export function storesBelow(folder: string): string[] {
  return [...stores].map(({ root }) => root).filter((root) => isBelow(root, folder));
}

/** Whether a program is to run as a user of its own, and can. @param trial arguments with which it only shows that it starts. */
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
 * Does something as a user that nothing else runs as; whatever of it still runs at the end is killed.
 * @param folder in which it is done: what is done there at the same time has the same user.
 */
export async function withUser<T>(work: (user: number) => Promise<T>, folder?: string): Promise<T> {
  const known = folder === undefined ? undefined : shared.get(folder);
  const place = known ?? { user: takeUser(), runs: 0 };
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

/** @returns one of this process's users; of more than there are, the last ones are shared. */
async function takeUser(): Promise<number> {
  block ??= takeBlock();
  const first = firstUser + usersOfProcess * (await block);
  do next = (next + 1) % usersOfProcess;
  while (taken.has(first + next) && taken.size < usersOfProcess);
  taken.add(first + next);
  return first + next;
}

/** The first users that no other process on this machine has, which would kill what runs as them. A name of a socket stands for them. */
async function takeBlock(): Promise<number> {
  for (let number = 0; number < mostProcesses; number += 1) {
    const holder = createServer().unref();
    const isOurs = await new Promise<boolean>((resolve) => {
      holder.once('error', () => resolve(false)).listen(`\0cutroom-users-${number}`, () => resolve(true));
    });
    if (isOurs) return number;
  }
  return randomInt(mostProcesses);
}

/** A program that left its process group would meet whoever gets this user next. */
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
        // It has ended by itself.
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** How a file is given to a program. */
export interface Giving {
  /** As who it runs; absent: as this process, without rights of its own. */
  user?: number | undefined;
  /** Whether the file is only of this work, so that another name of it may change what the system notes of it. */
  isOwn?: boolean;
}

/** Copies a file to where a program can read it, or gives it another name there. */
export async function giveFile(from: string, to: string, { user, isOwn = false }: Giving = {}): Promise<void> {
  await rm(to, { force: true });
  if (isOwn && (await hasName(from, to))) {
    if (user !== undefined) await openToReaders(to);
    return;
  }
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  if (user !== undefined) await chown(to, user, user);
}

/** Lends a file that others use too. Those outside of the data folder are copied: their rights are not ours to change. */
async function lendFile(from: string, to: string, user: number): Promise<void> {
  await rm(to, { force: true });
  const isOurs = [...stores].some(({ root }) => isBelow(path.resolve(from), root));
  const isReadByAll = ((await stat(from)).mode & 0o004) !== 0;
  if (!(isOurs || isReadByAll) || !(await hasName(from, to))) return giveFile(from, to, { user });
  hasLent = true;
  if (!isReadByAll) await openToReaders(to);
}

let hasLent = false;

/** Whether files were lent: from then on the system notes changes of their names and rights, and their content is the same. */
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
  /** Puts what was written where the arguments say. */
  collect(): Promise<void>;
  /** Takes away what was lent. */
  end(): Promise<void>;
}

/**
 * Puts all that a run reads into its folder, and names it there in the arguments: nothing else can be reached by its user.
 * @param args of which `file:…` names a file. @param isRead whether the one at this place is only read. @param cwd its folder; absent: it gets one.
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
      for (const [from, to] of written) await takeFile(from, to);
    },
    async end() {
      for (const name of lent) await rm(path.join(folder, name), { force: true });
      for (const [from] of written) await rm(from, { force: true });
      if (cwd === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Makes a folder, and what this process and earlier runs put into it, the user's; what also lies elsewhere can only be read. */
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
 * Moves a file that a program has written to where it belongs; nothing when it wrote none.
 * @throws Error for a link, or anything else than a file: what that leads to is not the program's to name.
 */
export async function takeFile(from: string, to: string): Promise<void> {
  const info = await lstat(from).catch(() => undefined);
  if (!info) return;
  if (!info.isFile() || info.nlink > 1) throw new Error('A program wrote something else than a file.');
  if (process.getuid?.() === 0 && info.uid !== 0) await chown(from, 0, 0);
  await rename(from, to).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV') throw error;
    await copyFile(from, to);
    await rm(from);
  });
}
