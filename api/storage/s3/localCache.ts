import { createHash, randomBytes } from 'node:crypto';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { diskFloor } from '../../system/budget.ts';
import { DiskFullError, freeBytesIn } from '../../system/diskFull.ts';
import { limitConcurrency } from '../../system/limitConcurrency.ts';
import { makeFolder } from '../../system/makeFolder.ts';
import type { LocalFile } from '../storage.ts';

/** A cached file, or one that is being downloaded. */
interface Entry {
  size: number;
  /** Number of current users. */
  users: number;
  /** Increases with every use. */
  usedAt: number;
  /** Resolves when the download is complete. */
  ready: Promise<void>;
  isReady: boolean;
  stop: AbortController;
}

/** Bytes of disk space to leave for renders and uploads, as far as unused files can be deleted. */
const SPARE_BYTES = 1_000_000_000;

/** Local copies of stored objects, within a size limit. Only one cache may use the folder. */
export interface LocalCache {
  /**
   * Returns a file, downloading it if needed. @param size in bytes. @param download writes the file. @throws errors of
   * the download; DiskFullError; the signal's reason.
   */
  fetch(
    key: string,
    size: number,
    download: (file: string, signal: AbortSignal) => Promise<void>,
    signal: AbortSignal | undefined,
  ): Promise<LocalFile>;
  /** Moves a file that was stored under a key into the cache. */
  adopt(key: string, file: string, size: number): Promise<void>;
  /** Deletes a file, unless it is in use. */
  drop(key: string): Promise<void>;
}

/**
 * Opens the cache in a folder. The least recently used files are deleted first; files in use stay. @param mostBytes
 * total limit.
 */
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
  const serialize = limitConcurrency(1);
  /**
   * Deletes unused files until there is space for more bytes and the total is within its limit. Serialized, so that
   * each call sees what the previous one has freed.
   */
  const makeRoom = (bytes: number) =>
    serialize(async () => {
      const idle = [...entries].filter(([, { users, isReady }]) => users === 0 && isReady);
      for (const [name, entry] of idle.sort(([, a], [, b]) => a.usedAt - b.usedAt)) {
        if (total() <= mostBytes && (await freeBytesIn(folder)) >= bytes + SPARE_BYTES) return;
        // It may be in use again by now.
        if (entry.users === 0 && entries.get(name) === entry) await remove(name);
      }
    });
  const load = async (name: string, entry: Entry, write: (file: string) => Promise<void>) => {
    await makeRoom(entry.size);
    if ((await freeBytesIn(folder)) < entry.size + diskFloor) throw new DiskFullError(folder);
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
      // After a power failure, a file may be truncated.
      if (found?.isReady && found.size !== size && found.users === 0) await remove(name);
      const known = entries.get(name);
      // An aborted download takes a moment to stop and yields no file.
      const entry = known && !known.stop.signal.aborted ? known : begin(name, size, download);
      entry.usedAt = uses++;
      // What cannot be deleted now is deleted later.
      const release = addUser(entry, () => void makeRoom(0).catch(() => undefined));
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

/** Marks a file as used. @returns a function that releases it; a download without users is aborted. */
function addUser(entry: Entry, onIdle: () => void): () => void {
  let isReleased = false;
  entry.users += 1;
  return () => {
    if (isReleased) return;
    isReleased = true;
    entry.users -= 1;
    if (entry.users > 0) return;
    if (!entry.isReady) entry.stop.abort(new DOMException('This file is no longer requested.', 'AbortError'));
    onIdle();
  };
}

/** Names are hashes of keys. */
function nameOf(key: string): string {
  return createHash('sha256').update(key).digest('hex') + path.extname(key);
}

/** Lists files of an earlier process, oldest first; deletes unfinished ones. */
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
