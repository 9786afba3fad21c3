import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ifMissing } from '../system/ifMissing.ts';
import { makePrivateFolder } from '../system/privateFolder.ts';
import { processStart } from '../system/processStart.ts';
import { openLockSocket, sweepLockSockets } from './lockSocket.ts';

/** An exclusive lock on a folder. */
export interface FolderLock {
  release(): Promise<void>;
}

interface Holder {
  pid: number;
  /** Start time of the process in kernel ticks, since process ids are reused; '' if unknown. */
  started: string;
  host: string;
}

/** Milliseconds between touches of the lock file. */
const BEAT_MS = 5000;
/** Missed touches after which a holder on another machine counts as dead. */
const MISSED_BEATS = 4;

/**
 * Locks a data folder for this process. A second process is rejected at once with a message that names the first; the
 * lock of a dead process on this machine is taken over at once.
 * Two guards: a socket in the folder, which processes of one machine see; and a file that names the holder and is
 * touched periodically, for machines that share the folder. A holder on another machine is observed for some seconds,
 * because clocks differ and may be set. Earlier releases only know the file, or use another socket: the file guards
 * against them.
 * @param options.beatMs milliseconds between touches; the same for all processes of a folder.
 * @throws Error for the terminal if another process uses the folder.
 */
export async function lockFolder(folder: string, { beatMs = BEAT_MS } = {}): Promise<FolderLock> {
  await makePrivateFolder(folder);
  const file = path.join(folder, 'lock');
  const socket = await openLockSocket(folder, async () => isRunning(await readHolder(file)));
  if (socket === 'taken') throw lockedBy(folder, nameable(await readHolder(file)));
  try {
    const holder = await readHolder(file);
    if (holder && (await isAlive(holder, { file, beatMs, hasSocket: socket !== undefined })))
      throw lockedBy(folder, holder);
    const write = () => writeFile(file, JSON.stringify(self()));
    await write();
    if (socket) await sweepLockSockets(folder);
    const touch = () => utimes(file, new Date(), new Date()).catch(write);
    const timer = setInterval(() => void touch().catch(() => undefined), beatMs);
    timer.unref();
    return {
      async release() {
        clearInterval(timer);
        await rm(file, { force: true });
        await socket?.close();
      },
    };
  } catch (error) {
    await socket?.close();
    throw error;
  }
}

async function readHolder(file: string): Promise<Holder | undefined> {
  const text = await readFile(file, 'utf8').catch(ifMissing(''));
  try {
    const value = JSON.parse(text) as Partial<Holder>;
    if (typeof value.pid !== 'number') return undefined;
    return { pid: value.pid, started: value.started ?? '', host: value.host ?? '' };
  } catch {
    // Empty after a power failure, or being written.
    return undefined;
  }
}

async function isAlive(
  holder: Holder,
  { file, beatMs, hasSocket }: { file: string; beatMs: number; hasSocket: boolean },
): Promise<boolean> {
  const me = self();
  if (holder.host !== me.host) return isTouched(file, beatMs);
  // A live process with this id would have been found by its socket, so the holder is an earlier process.
  if (holder.pid === me.pid) return holder.started === me.started && !hasSocket;
  return isRunning(holder);
}

/** Whether the holder is a live process on this machine. */
function isRunning(holder: Holder | undefined): boolean {
  if (!holder || holder.host !== os.hostname()) return false;
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

/** Returns the holder to name in an error, unless it is an earlier process. */
function nameable(holder: Holder | undefined): Holder | undefined {
  return holder?.host !== os.hostname() || isRunning(holder) ? holder : undefined;
}

/** Watches a file for as long as a live holder may leave it untouched. @returns whether it was touched. */
async function isTouched(file: string, beatMs: number): Promise<boolean> {
  const touchedAt = async () => (await stat(file).catch(() => undefined))?.mtimeMs;
  const before = await touchedAt();
  for (let look = 0; look < 4 * MISSED_BEATS; look += 1) {
    await delay(beatMs / 4);
    const now = await touchedAt();
    // A holder that exits deletes its file.
    if (now !== before) return now !== undefined;
  }
  return false;
}

function self(): Holder {
  return { pid: process.pid, started: processStart(process.pid) ?? '', host: os.hostname() };
}

function lockedBy(folder: string, holder: Holder | undefined): Error {
  const who = holder
    ? `process ${holder.pid}${holder.host === os.hostname() ? '' : ` on ${holder.host}`}`
    : 'another process';
  return new Error(`The data folder ${folder} is in use by ${who}. Stop it first, or choose another DATA_DIR.`);
}
