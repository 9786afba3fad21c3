import { createHash, randomBytes } from 'node:crypto';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { diskFloor } from '../../system/budget.ts';
import { DiskFullError, roomIn } from '../../system/diskFull.ts';
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
  stop: AbortController;
}

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
    entries.set(name, { size, users: 0, usedAt: uses++, ready: Promise.resolve(), stop: new AbortController() });
  for (const { name, size } of await readFolder(folder)) addFound(name, size);
  const remove = async (name: string) => {
    entries.delete(name);
    await rm(placeOf(name), { force: true });
  };
  const total = () => [...entries.values()].reduce((sum, { size }) => sum + size, 0);
  /** Makes room for so many bytes more, as far as nobody uses what is there. */
  const makeRoom = async (bytes: number) => {
    const idle = [...entries].filter(([, { users }]) => users === 0).sort(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [name, entry] of idle) {
      if (total() + bytes <= mostBytes && (await roomIn(folder)) >= bytes + diskFloor) return;
      // Somebody may have come for it meanwhile.
      if (entry.users === 0 && entries.get(name) === entry) await remove(name);
    }
  };
  const load = async (name: string, size: number, write: (file: string) => Promise<void>) => {
    await makeRoom(0);
    if ((await roomIn(folder)) < size + diskFloor) throw new DiskFullError(folder);
    const draft = placeOf(`${name}.${randomBytes(4).toString('hex')}.part`);
    try {
      await write(draft);
      await rename(draft, placeOf(name));
    } finally {
      await rm(draft, { force: true });
    }
  };
  const begin = (name: string, size: number, download: (file: string, signal: AbortSignal) => Promise<void>) => {
    const stop = new AbortController();
    const ready = load(name, size, (draft) => download(draft, stop.signal));
    const entry: Entry = { size, users: 0, usedAt: 0, ready, stop };
    entries.set(name, entry);
    ready.catch(() => entries.get(name) === entry && entries.delete(name));
    return entry;
  };
  return {
    async fetch(key, size, download, signal) {
      signal?.throwIfAborted();
      const name = nameOf(key);
      const entry = entries.get(name) ?? begin(name, size, download);
      entry.usedAt = uses++;
      const release = use(entry, () => void makeRoom(0));
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
      addFound(name, size);
      await rename(file, placeOf(name)).catch(() => remove(name));
      await makeRoom(0);
    },
    async drop(key) {
      const name = nameOf(key);
      if (entries.get(name)?.users === 0) await remove(name);
    },
  };
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
    entry.stop.abort(new DOMException('Nobody waits for this file any more.', 'AbortError'));
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
