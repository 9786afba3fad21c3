import type { Readable } from 'node:stream';

/** A stored object. */
export interface StoredObject {
  key: string;
  /** Bytes. */
  size: number;
  /** Time of writing, in milliseconds since 1970. */
  modifiedAt: number;
}

/** A range of bytes, counted from 0; both ends are inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A read-only local file with the content of an object. */
export interface LocalFile {
  path: string;
  /** Identifies the content across machines; absent if only the file itself does. */
  content?: string;
  /** Ends its use: it may be deleted afterwards. */
  release(): void;
}

/** Options to store a file. */
export interface PutOptions {
  /** MIME type. */
  type: string;
  /** Whether no program on this machine will read it soon. */
  isPassing?: boolean;
  /** Key of an object with the same content, if it still exists: shared storage then copies it instead of an upload. */
  sameAs?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** The first bytes of an object. */
export interface Piece {
  key: string;
  size: number;
}

/** Response headers when a browser loads an object directly. */
export interface Delivery {
  /** MIME type. */
  type: string;
  /** Content-Disposition. */
  disposition?: string | undefined;
  /** Access may be revoked: browsers must revalidate each time. Default: false. */
  isPrivate?: boolean | undefined;
}

/**
 * Permanent storage of results and uploads: on this machine's disk, or in an object storage that several machines
 * share. Keys are ours, see keys.ts. Objects never change; they are only deleted.
 */
export interface Storage {
  /** Stores a file atomically. The file is consumed: it may be gone from its place even after a failure. */
  put(key: string, file: string, options: PutOptions): Promise<void>;
  /** Returns an object's properties; undefined if it does not exist. @param signal aborts the request. */
  find(key: string, signal?: AbortSignal): Promise<StoredObject | undefined>;
  /** Reads an object or a range of it. @throws NotStoredError */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Deletes an object, if it exists. */
  remove(key: string): Promise<void>;
  /** Lists all objects with a prefix that ends in "/", in no particular order. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /**
   * Returns a local file for programs: the object itself, or a copy that exists until it is released. @throws
   * NotStoredError
   */
  fetchLocal(key: string, signal?: AbortSignal): Promise<LocalFile>;
  /** Returns the path of an object on this machine's disk; undefined for other storages. */
  pathOf(key: string): string | undefined;
  /** Returns a presigned URL to read an object for a while; undefined if browsers cannot reach the storage. */
  signedGet(key: string, delivery: Delivery): Promise<string | undefined>;
  /**
   * Returns a presigned URL to upload one file with exactly this type and size, for a while; undefined if browsers
   * cannot reach the storage.
   */
  signedPut(key: string, file: { type: string; size: number }): Promise<string | undefined>;
}

/** Storage that several machines share. */
export interface SharedStorage extends Storage {
  /**
   * Composes an object from the first bytes of others, inside the storage; all but the last need at least 5 MiB.
   * @param type MIME type.
   */
  compose(key: string, pieces: readonly Piece[], type: string): Promise<void>;
}

/** Whether several machines may share a storage. */
export function isShared(storage: Storage): storage is SharedStorage {
  return 'compose' in storage;
}

/** The object does not exist. */
export class NotStoredError extends Error {
  override name = 'NotStoredError';
  constructor(key: string) {
    super(`Nothing is stored under ${key}.`);
  }
}

/** Deletes all objects with a prefix, except those for which `stays` returns true. */
export async function removeAll(
  storage: Pick<Storage, 'list' | 'remove'>,
  prefix: string,
  stays: (key: string) => boolean = () => false,
): Promise<void> {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix)) if (!stays(key)) keys.push(key);
  for (const key of keys) await storage.remove(key);
}
