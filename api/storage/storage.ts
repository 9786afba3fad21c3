import type { Readable } from 'node:stream';

/** Something that is stored. */
export interface StoredObject {
  key: string;
  /** Bytes. */
  size: number;
  /** When it was written, milliseconds since 1970. */
  modifiedAt: number;
}

/** The bytes from one to another, both counted from 0 and both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A file on this machine's disk with the content of an object; nobody may write to it. */
export interface LocalFile {
  path: string;
  /** Names its content on all machines; absent where only the file itself does. */
  content?: string;
  /** Says that it is no longer used: it may go then. */
  release(): void;
}

/** How a file is stored. */
export interface PutOptions {
  /** MIME type. */
  type: string;
  /** Whether no program of this machine will read it soon. */
  isPassing?: boolean;
  /** Key of an object with the same content, if it is still there: then a store that machines share is sent no byte. */
  sameAs?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** So many first bytes of an object. */
export interface Piece {
  key: string;
  size: number;
}

/** How a browser shall take what it fetches from the store itself. */
export interface Delivery {
  /** MIME type. */
  type: string;
  /** Content-Disposition. */
  disposition?: string | undefined;
  /** It may be another's to see only for now: browsers ask each time whether they still may. Default false. */
  isPrivate?: boolean | undefined;
}

/**
 * Where results and the content of uploads are stored for good: on this machine's disk, or in an object store that many
 * machines share. Keys are ours, see keys.ts. What is once under a key never changes, it only goes.
 */
export interface Storage {
  /**
   * Puts a file under a key: it is there whole or not at all. The file is taken, and may be gone from its place afterwards
   * also when this fails.
   */
  put(key: string, file: string, options: PutOptions): Promise<void>;
  /** What is under a key; undefined where there is nothing. @param signal ends the asking. */
  find(key: string, signal?: AbortSignal): Promise<StoredObject | undefined>;
  /** Its bytes, or some of them. @throws NotStoredError */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes what is under a key; nothing happens where there is nothing. */
  remove(key: string): Promise<void>;
  /** All whose keys begin with a prefix that ends in "/", in no order. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** For programs that read files: the file itself, or a copy that stays at least until it is released. @throws NotStoredError */
  fetchLocal(key: string, signal?: AbortSignal): Promise<LocalFile>;
  /** Path of the file where this machine's disk is the store; undefined elsewhere. */
  pathOf(key: string): string | undefined;
  /** An address from which whoever knows it may read for a while; undefined where the store is not for browsers. */
  signedGet(key: string, delivery: Delivery): Promise<string | undefined>;
  /**
   * An address to which whoever knows it may put a file of a type and of so many bytes, no other, for a while; undefined
   * where the store is not for browsers.
   */
  signedPut(key: string, file: { type: string; size: number }): Promise<string | undefined>;
}

/** A store that many machines share. */
export interface SharedStorage extends Storage {
  /**
   * Makes an object of the beginnings of others, in the store itself; all but the last must have 5 MiB at least.
   * @param type MIME type.
   */
  compose(key: string, pieces: readonly Piece[], type: string): Promise<void>;
}

/** Whether many machines may share a store. */
export function isShared(storage: Storage): storage is SharedStorage {
  return 'compose' in storage;
}

/** There is nothing under a key. */
export class NotStoredError extends Error {
  override name = 'NotStoredError';
  constructor(key: string) {
    super(`Nothing is stored under ${key}.`);
  }
}

/** Removes all whose keys begin with a prefix, but those that shall stay. */
export async function removeAll(
  storage: Pick<Storage, 'list' | 'remove'>,
  prefix: string,
  stays: (key: string) => boolean = () => false,
): Promise<void> {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix)) if (!stays(key)) keys.push(key);
  for (const key of keys) await storage.remove(key);
}
