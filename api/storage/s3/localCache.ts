import { createHash, randomBytes } from 'node:crypto';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { diskFloor } from '../../system/budget.ts';
import { DiskFullError, roomIn } from '../../system/diskFull.ts';
import { limitConcurrency } from '../../system/limitConcurrency.ts';
import { makeFolder } from '../../system/makeFolder.ts';
import type { LocalFile } from '../storage.ts';

/** A file of the cache, or one that is on its way into it. */
interface Entry {
  size: number;
  /** How many use it now. */
  users: number;
  /** Counts up with every use. */
  usedAt: number;
  /** Resolves when the file is there. */
  ready: Promise<void>;
  isReady: boolean;
  stop: AbortController;
}

/** So much of the disk is left to renders and uploads, as far as files that nobody uses can go for it, bytes. */
const SPARE_BYTES = 1_000_000_000;

/** Files of the store on this machine's disk, as many as there is room for. It must be the only one on its folder. */
export interface LocalCache {
  /** @param size of the file, bytes. @param download writes it. @throws what the download throws; DiskFullError; the signal's reason. */
  fetch(
    key: string,
    size: number,
    download: (file: string, signal: AbortSignal) => Promise<void>,
    signal: AbortSignal | undefined,
  ): Promise<LocalFile>;
  /** Takes a file that is under a key now. */
  adopt(key: string, file: string, size: number): Promise<void>;
  /** Forgets a file. */
  drop(key: string): Promise<void>;
}

/** Opens the cache in a folder. What was used longest ago goes first; what is in use stays. @param mostBytes in all. */
export async function openLocalCache(folder: string, mostBytes: number): Promise<LocalCache> {
  await makeFolder(folder);
  const entries = new Map<string, Entry>();
  let uses = 0;
  const placeOf = (name: string) => path.join(folder, name);
  const addFound = (name: string, size: number) =>
    entries.set(name, { ...newEntry(size), usedAt: uses++, isReady: true });
  for (const { name, size } of await readFolder(folder)) addFound(name, size);
  const remove = async (name: string) => {
    entries.delete(name);
    await rm(placeOf(name), { force: true });
  };
  const total = () => [...entries.values()].reduce((sum, { size }) => sum + size, 0);
  const inTurn = limitConcurrency(1);
  /**
   * Makes room on the disk for so many bytes more, and lets no more lie here than may, as far as nobody uses it. One after
   * the other, so that each sees what the one before has freed.
   */
  const makeRoom = (bytes: number) =>
    inTurn(async () => {
      const idle = [...entries].filter(([, { users, isReady }]) => users === 0 && isReady);
      for (const [name, entry] of idle.sort(([, a], [, b]) => a.usedAt - b.usedAt)) {
        if (total() <= mostBytes && (await roomIn(folder)) >= bytes + SPARE_BYTES) return;
        // Somebody may have come for it meanwhile.
        if (entry.users === 0 && entries.get(name) === entry) await remove(name);
      }
    });
  const load = async (name: string, entry: Entry, write: (file: string) => Promise<void>) => {
    await makeRoom(entry.size);
    if ((await roomIn(folder)) < entry.size + diskFloor) throw new DiskFullError(folder);
    const draft = placeOf(`${name}.${randomBytes(4).toString('hex')}.part`);
    try {
      await write(draft);
      await rename(draft, placeOf(name));
      entry.isReady = true;
    } finally {
      await rm(draft, { force: true });
    }
  };
  const begin = (name: string, size: number, download: (file: string, signal: AbortSignal) => Promise<void>) => {
    const entry = newEntry(size);
    entries.set(name, entry);
    entry.ready = load(name, entry, (draft) => download(draft, entry.stop.signal));
    entry.ready.catch(() => entries.get(name) === entry && entries.delete(name));
    return entry;
  };
  return {
    async fetch(key, size, download, signal) {
      signal?.throwIfAborted();
      const name = nameOf(key);
      const found = entries.get(name);
      // A loss of power may have left only the beginning of a file.
      if (found?.isReady && found.size !== size && found.users === 0) await remove(name);
      const known = entries.get(name);
      // A download that was stopped takes a moment to end, and gives nobody a file.
      const entry = known && !known.stop.signal.aborted ? known : begin(name, size, download);
      entry.usedAt = uses++;
      // What cannot be removed now is removed at another time.
      const release = use(entry, () => void makeRoom(0).catch(() => undefined));
      try {
        await orAborted(entry.ready, signal);
        return { path: placeOf(name), release };
      } catch (error) {
        release();
        throw error;
      }
    },
    async adopt(key, file, size) {
      const name = nameOf(key);
      if (entries.has(name)) return;
      const isMoved = await rename(file, placeOf(name)).then(
        () => true,
        () => false,
      );
      if (isMoved && !entries.has(name)) addFound(name, size);
      await makeRoom(0);
    },
    async drop(key) {
      const name = nameOf(key);
      if (entries.get(name)?.users === 0) await remove(name);
    },
  };
}

function newEntry(size: number): Entry {
  return { size, users: 0, usedAt: 0, ready: Promise.resolve(), isReady: false, stop: new AbortController() };
}

/** @returns what ends the use; a download that nobody waits for any more ends with it. */
function use(entry: Entry, onIdle: () => void): () => void {
  let isReleased = false;
  entry.users += 1;
  return () => {
    if (isReleased) return;
    isReleased = true;
    entry.users -= 1;
    if (entry.users > 0) return;
    if (!entry.isReady) entry.stop.abort(new DOMException('Nobody waits for this file any more.', 'AbortError'));
    onIdle();
  };
}

/** Names have no meaning but for us. */
function nameOf(key: string): string {
  return createHash('sha256').update(key).digest('hex') + path.extname(key);
}

/** What an earlier process left, the oldest first; what it did not finish is removed. */
async function readFolder(folder: string): Promise<{ name: string; size: number }[]> {
  const found: { name: string; size: number; usedAt: number }[] = [];
  for (const name of await readdir(folder)) {
    const info = await stat(path.join(folder, name)).catch(() => undefined);
    if (name.endsWith('.part')) await rm(path.join(folder, name), { force: true });
    else if (info?.isFile()) found.push({ name, size: info.size, usedAt: info.atimeMs });
  }
  return found.sort((a, b) => a.usedAt - b.usedAt);
}

async function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (stop) signal.removeEventListener('abort', stop);
  }
}
