import { copyFile, type FileHandle, link, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeSafeFolder, syncFolder } from '../system/publish.ts';
import { type Folders, removeFolder } from './folders.ts';
import type { Storage } from './storage.ts';

/** Name of the file that holds what came so far of an upload. */
export const PART = 'part';
/** Name of that file while it is moved to where it is stored for good. */
const TWIN = 'twin';

/** Whether a file in an upload's folder is one that holds what came so far. */
export function isPart(name: string): boolean {
  return name === PART || name === TWIN;
}

/** What was sent is not to be kept, for the reason in `cause`. */
export class ChunkRefused extends Error {
  override name = 'ChunkRefused';
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/** Another process has begun to write to the same upload. */
export class OvertakenError extends Error {
  override name = 'OvertakenError';
}

/** What lets whoever has an address put a whole file into the store itself. */
export interface DirectPut {
  /** An address that takes a file of a type and of so many bytes for an hour; undefined where the store is not for browsers. */
  sign(id: string, file: { type: string; size: number }): Promise<string | undefined>;
  /**
   * Takes what was put there: it is held then as if it had been sent. May be called again after it failed.
   * @param size that the file was said to have, bytes.
   * @returns whether there is such a file. @throws OvertakenError where another process took it.
   */
  take(id: string, size: number): Promise<boolean>;
}

/**
 * Where the bytes of uploads lie until they are all there. Of one upload only one of these is called at a time; each may
 * be called again after it failed.
 */
export interface PartStore {
  /** Bytes that are held of an upload from its first one on, safe from a crash of this process or the machine. */
  held(id: string): Promise<number>;
  /**
   * Puts bytes behind the first `at` of an upload, of which at least so many are held; what is beyond them goes. Where the
   * bytes end with an error, those before it stay, unless it is ChunkRefused: then none of them does.
   * @returns bytes that are held now. @throws what the bytes end with; the cause of a ChunkRefused.
   */
  append(id: string, at: number, bytes: AsyncIterable<Uint8Array>): Promise<number>;
  /**
   * Lets something read all bytes of an upload as a file. @param use told also a stamp, which other bytes do not have.
   * @throws what it throws; OvertakenError instead where other bytes are held by then.
   */
  read<T>(id: string, use: (file: string, stamp: string) => Promise<T>): Promise<T>;
  /**
   * Stores the bytes of an upload under a key, unless something is there. They are held until they are discarded.
   * @param options.type MIME type. @param options.stamp of the bytes that are meant; default: whatever is held.
   * @throws OvertakenError where other bytes are held by now.
   */
  finish(id: string, key: string, options: { type: string; stamp?: string | undefined }): Promise<void>;
  /** Throws the bytes of an upload away. */
  discard(id: string): Promise<void>;
  /** Undefined where all bytes pass through this service. */
  direct?: DirectPut;
}

/** Keeps the bytes of uploads on the local disk: each in a file that grows. */
export function partsOnDisk(
  folders: Pick<Folders, 'uploads' | 'upload'>,
  storage: Pick<Storage, 'find' | 'put'>,
): PartStore {
  const partOf = (id: string) => path.join(folders.upload(id), PART);
  return {
    async held(id) {
      const file = await open(partOf(id), 'r+').catch(undefinedIfMissing);
      if (!file) return 0;
      try {
        // A process that was killed may have written more than it synced.
        await file.datasync();
        return (await file.stat()).size;
      } finally {
        await file.close();
      }
    },
    async append(id, at, bytes) {
      const file = await openToWrite(folders, id, partOf(id));
      try {
        await file.truncate(at);
        return await write(file, at, bytes);
      } finally {
        await file.close();
      }
    },
    // The folder is one process's, which lets one writer at a time to an upload.
    read: (id, use) => use(partOf(id), ''),
    async finish(id, key, { type }) {
      if (await storage.find(key)) return;
      // Under a second name, so that nothing is lost until whoever asked has noted that it is there.
      const twin = path.join(folders.upload(id), TWIN);
      await rm(twin, { force: true });
      await link(partOf(id), twin).catch(() => copyFile(partOf(id), twin));
      await storage.put(key, twin, { type });
    },
    discard: (id) => removeFolder(folders.upload(id)),
  };
}

async function openToWrite(folders: Pick<Folders, 'upload'>, id: string, part: string): Promise<FileHandle> {
  const known = await open(part, 'r+').catch(undefinedIfMissing);
  if (known) return known;
  await makeSafeFolder(folders.upload(id));
  const made = await open(part, 'w');
  await syncFolder(folders.upload(id));
  return made;
}

async function write(file: FileHandle, at: number, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let end = at;
  try {
    for await (const piece of bytes) {
      for (let done = 0; done < piece.byteLength; ) {
        const { bytesWritten } = await file.write(piece, done, piece.byteLength - done, end);
        done += bytesWritten;
        end += bytesWritten;
      }
    }
  } catch (error) {
    if (!(error instanceof ChunkRefused)) throw error;
    await file.truncate(at);
    throw error.cause;
  } finally {
    await file.datasync();
  }
  return end;
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
