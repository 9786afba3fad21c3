import fs from 'node:fs';
import { promisify } from 'node:util';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { syncFiles } from '../system/publish.ts';

/** A file or folder of PGlite's runtime (Emscripten). */
interface FileNode {
  name: string;
  parent: FileNode;
}

/** An open file of the runtime. */
interface Stream {
  node: FileNode;
  /** The file descriptor. */
  nfd: number;
}

/** Attributes to set on a file or folder. */
interface Attributes {
  mode?: number;
}

/** The part of the runtime that accesses Node's file system. */
interface Runtime {
  NODEFS: {
    realPath(node: FileNode): string;
    /** Runs a function and converts Node's errors to those that PostgreSQL understands. */
    tryFSOperation<T>(work: () => T): T;
    node_ops: {
      rename(node: FileNode, folder: FileNode, name: string): void;
      unlink(folder: FileNode, name: string): void;
      setattr(node: FileNode, attributes: Attributes): void;
    };
    stream_ops: {
      setattr(stream: Stream, attributes: Attributes): void;
      write(stream: Stream, buffer: Uint8Array, offset: number, length: number, position?: number): number;
      close(stream: Stream): void;
      fsync?(stream: Stream): number;
    };
  };
}

type Prepared = Awaited<ReturnType<NodeFS['init']>>;

/** Unsynced bytes of the log above which other work waits for a sync. */
const LARGE = 64 * 1024;

/**
 * The files of the embedded database. PGlite omits the syncs that let PostgreSQL survive a power failure. This class
 * does them, mostly in the background, since PostgreSQL runs on the thread that serves requests:
 * - A commit is durable once `synced` resolves: its part of the write-ahead log is on disk. Concurrent commits share
 * one sync.
 * - Before any other file changes, the log is synced immediately: no page may be newer than the log.
 * - `checkpoint` syncs all other files.
 * Files are private to their owner: the runtime would set permissions regardless of the umask.
 */
export class DatabaseFiles extends NodeFS {
  /** Bytes written to the log so far. */
  logBytes = 0;
  /** Bytes of the log that are synced. */
  #syncedBytes = 0;
  /** Log files (descriptors) that PostgreSQL asked to sync since the last sync started. */
  #waiting = new Set<number>();
  /** Log files that are being synced. */
  #syncing = new Set<number>();
  #current: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #failure: Error | undefined;
  #isRehearsing = false;
  /** Files written during a rehearsal and not since. */
  #rehearsed = new Set<string>();

  override async init(pglite: PGlite, options: Prepared['emscriptenOpts']): Promise<Prepared> {
    const { emscriptenOpts } = await super.init(pglite, options);
    const before = emscriptenOpts.preRun ?? [];
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [(mod) => this.#replace(mod as Runtime), ...before] } };
  }

  /**
   * Resolves when all commits so far survive a power failure. @throws Error on every call after a sync has failed,
   * since data was lost.
   */
  async synced(): Promise<void> {
    if (this.#failure) throw this.#failure;
    if (this.#waiting.size === 0) return this.#current;
    this.#next ??= Promise.resolve(this.#current).then(() => {
      this.#next = undefined;
      this.#current = this.#sync();
      return this.#current;
    });
    return this.#next;
  }

  /** Resolves when few bytes are left to sync; otherwise large changes would block until the disk has caught up. */
  async nearlySynced(): Promise<void> {
    if (this.logBytes - this.#syncedBytes > LARGE) await this.synced();
  }

  /**
   * Makes a checkpoint without blocking for long. PostgreSQL makes it twice. The first run only writes data files and
   * leaves the old checkpoint and its log in place. Those files are synced in the background; then the second run has
   * little to do.
   * @param make lets PostgreSQL make a checkpoint. Nothing else may use the database meanwhile.
   */
  async checkpoint(make: () => Promise<unknown>): Promise<void> {
    await this.synced();
    this.#isRehearsing = true;
    try {
      await make();
    } finally {
      this.#isRehearsing = false;
    }
    await this.synced();
    await syncFiles([...this.#rehearsed]).catch((error: unknown) => this.#fail(error));
    await make();
    this.#rehearsed.clear();
    await this.synced();
  }

  override async closeFs(): Promise<void> {
    await this.synced();
    await super.closeFs();
  }

  async #sync(): Promise<void> {
    const [files, bytes] = [this.#waiting, this.logBytes];
    this.#waiting = new Set();
    this.#syncing = files;
    try {
      for (const file of files) await promisify(fs.fdatasync)(file).catch(unlessClosed);
      this.#syncedBytes = Math.max(this.#syncedBytes, bytes);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#syncing = new Set();
      this.#current = undefined;
    }
  }

  /** After a failed sync the state of the disk is unknown; a restart recovers from the log. */
  #fail(cause: unknown): never {
    this.#failure = new Error('The disk failed to store changes of the database. Start the server again.', { cause });
    throw this.#failure;
  }

  /** Syncs the log synchronously, while PostgreSQL waits. */
  #syncAtOnce(): void {
    for (const file of new Set([...this.#waiting, ...this.#syncing])) fs.fdatasyncSync(file);
    this.#waiting = new Set();
    this.#syncing = new Set();
    this.#syncedBytes = this.logBytes;
  }

  #replace({ NODEFS }: Runtime): void {
    const { node_ops: nodes, stream_ops: streams, realPath, tryFSOperation } = NODEFS;
    const { rename, unlink, setattr: setNode } = nodes;
    const { write, close, setattr: setStream } = streams;
    const logFirst = () => tryFSOperation(() => this.#syncAtOnce());
    /** Whether a rehearsal must not touch a file: the log, and the file that names the last checkpoint. */
    const isLeft = (place: string) => this.#isRehearsing && (isInLog(place) || place.endsWith('/global/pg_control'));
    const change = (place: string) => {
      logFirst();
      this.#rehearsed.delete(place);
    };
    nodes.rename = (node, folder, name) => {
      if (isLeft(realPath(node))) return;
      change(realPath(node));
      rename(node, folder, name);
    };
    nodes.unlink = (folder, name) => {
      const place = `${realPath(folder)}/${name}`;
      if (isLeft(place)) return;
      change(place);
      unlink(folder, name);
    };
    nodes.setattr = (node, attributes) => {
      change(realPath(node));
      setNode(node, forOwner(attributes));
    };
    streams.setattr = (stream, attributes) => {
      change(realPath(stream.node));
      setStream(stream, forOwner(attributes));
    };
    streams.write = (stream, buffer, offset, length, position) => {
      const place = realPath(stream.node);
      if (isSegment(place)) this.logBytes += length;
      else if (isLeft(place)) return length;
      else change(place);
      return write(stream, buffer, offset, length, position);
    };
    streams.close = (stream) => {
      if (this.#waiting.has(stream.nfd) || this.#syncing.has(stream.nfd)) logFirst();
      close(stream);
    };
    streams.fsync = (stream) => {
      const place = realPath(stream.node);
      if (isSegment(place)) this.#waiting.add(stream.nfd);
      else if (this.#isRehearsing) this.#rehearsed.add(place);
      else if (!this.#rehearsed.has(place)) tryFSOperation(() => fs.fsyncSync(stream.nfd));
      return 0;
    };
  }
}

/** Ignores closed descriptors: files are synced before they are closed. */
function unlessClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EBADF') throw error;
}

function isInLog(place: string): boolean {
  return place.includes('/pg_wal/');
}

/** Whether a path is a log segment in use. A segment that is being created has another name. */
function isSegment(place: string): boolean {
  return /\/pg_wal\/[0-9A-F]{24}$/.test(place);
}

function forOwner({ mode, ...others }: Attributes): Attributes {
  return mode === undefined ? others : { ...others, mode: mode & ~0o077 };
}
