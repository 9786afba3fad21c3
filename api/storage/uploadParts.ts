import { copyFile, type FileHandle, link, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { ifMissing } from '../system/ifMissing.ts';
import { makeDurableFolder, syncFolder } from '../system/publish.ts';
import { type Folders, removeFolder } from './folders.ts';
import type { Storage } from './storage.ts';

/** Name of the file with the received bytes of an upload. */
export const PART = 'part';
/** Name of that file while it is moved to storage. */
const TWIN = 'twin';

/** Whether a file in an upload's folder contains received bytes. */
export function isPart(name: string): boolean {
  return name === PART || name === TWIN;
}

/** The sent bytes must be discarded, for the reason in `cause`. */
export class ChunkRejectedError extends Error {
  override name = 'ChunkRejectedError';
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/** Another process has started to write to the same upload. */
export class OvertakenError extends Error {
  override name = 'OvertakenError';
}

/** Direct uploads of whole files to the storage. */
export interface DirectPut {
  /**
   * Returns a URL that accepts one file of a type and size for an hour; undefined if browsers cannot reach the storage.
   */
  sign(id: string, file: { type: string; size: number }): Promise<string | undefined>;
  /**
   * Takes over a file uploaded there, as if it had been sent to this service. May be repeated after a failure.
   * @param size declared size in bytes.
   * @returns whether the file exists. @throws OvertakenError if another process took it.
   */
  adopt(id: string, size: number): Promise<boolean>;
}

/** Bytes of unfinished uploads. Calls for one upload are serialized; each may be repeated after a failure. */
export interface PartStore {
  /**
   * Returns the number of received bytes that are contiguous from the start and survive a crash of the process or
   * machine.
   */
  received(id: string): Promise<number>;
  /**
   * Writes bytes after the first `at` of an upload, which must be present; discards what is beyond. If the stream
   * fails, the bytes before the failure are retained, except for ChunkRejectedError: then all are discarded.
   * @returns the number of received bytes. @throws the stream's error; the cause of a ChunkRejectedError.
   */
  append(id: string, at: number, bytes: AsyncIterable<Uint8Array>): Promise<number>;
  /**
   * Provides all bytes of an upload as a file. @param use also gets a stamp that is unique to these bytes.
   * @throws errors of `use`; OvertakenError instead if the bytes have changed.
   */
  read<T>(id: string, use: (file: string, stamp: string) => Promise<T>): Promise<T>;
  /**
   * Stores the bytes of an upload under a key, unless it exists. They are retained until discarded.
   * @param options.type MIME type. @param options.stamp of the expected bytes; default: any.
   * @throws OvertakenError if the bytes have changed.
   */
  finish(id: string, key: string, options: { type: string; stamp?: string | undefined }): Promise<void>;
  /** Deletes the bytes of an upload. */
  discard(id: string): Promise<void>;
  /** Undefined if all bytes pass through this service. */
  direct?: DirectPut;
}

/** Stores bytes of uploads on the local disk, in one growing file each. */
export function partsOnDisk(
  folders: Pick<Folders, 'uploads' | 'upload'>,
  storage: Pick<Storage, 'find' | 'put'>,
): PartStore {
  const partOf = (id: string) => path.join(folders.upload(id), PART);
  return {
    async received(id) {
      const file = await open(partOf(id), 'r+').catch(ifMissing(undefined));
      if (!file) return 0;
      try {
        // A killed process may have written more than it synced.
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
    // The folder belongs to one process, which allows one writer per upload.
    read: (id, use) => use(partOf(id), ''),
    async finish(id, key, { type }) {
      if (await storage.find(key)) return;
      // Under a second name, so that nothing is lost until the caller has recorded the result.
      const twin = path.join(folders.upload(id), TWIN);
      await rm(twin, { force: true });
      await link(partOf(id), twin).catch(() => copyFile(partOf(id), twin));
      await storage.put(key, twin, { type });
    },
    discard: (id) => removeFolder(folders.upload(id)),
  };
}

async function openToWrite(folders: Pick<Folders, 'upload'>, id: string, part: string): Promise<FileHandle> {
  const known = await open(part, 'r+').catch(ifMissing(undefined));
  if (known) return known;
  await makeDurableFolder(folders.upload(id));
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
    if (!(error instanceof ChunkRejectedError)) throw error;
    await file.truncate(at);
    throw error.cause;
  } finally {
    await file.datasync();
  }
  return end;
}
