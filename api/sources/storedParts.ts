import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Database } from '../db/database.ts';
import type { Folders } from '../storage/folders.ts';
import { incomingPrefix } from '../storage/keys.ts';
import { isShared, removeAll, type Storage } from '../storage/storage.ts';
import { ChunkRejectedError, OvertakenError, type PartStore } from '../storage/uploadParts.ts';
import type { Budget } from '../system/budget.ts';
import { directPut } from './directPut.ts';
import { pieceRows, type StoredPiece } from './pieceRows.ts';
import { storeInPieces } from './storeInPieces.ts';

/** Bytes that are buffered before storing. */
const PIECE_BYTES = 8 * 1024 * 1024;
/** Minimum of all pieces but the last, as composing an object requires. */
const LEAST_BYTES = 5 * 1024 * 1024;
/** Most smaller pieces at the end. Small pieces are stored as they arrive, and again when they are combined. */
const MOST_SMALL = 7;
const type = 'application/octet-stream';

/** What storing pieces needs. */
export interface PieceContext {
  database: Pick<Database, 'db'>;
  folders: Pick<Folders, 'work'>;
  storage: Storage;
  /** Disk space for reading an upload as a whole. */
  budget: Pick<Budget, 'reserve'>;
}

/**
 * Stores bytes of uploads in shared storage, as pieces listed in the database, so that any process can continue an
 * upload. Bytes that a process has buffered but not stored are not acknowledged to the sender.
 */
export function partsInStore(context: PieceContext): PartStore {
  const { storage } = context;
  const rows = pieceRows(context.database.db);
  const files = pieceFiles(context);
  return {
    ...(isShared(storage) ? { direct: directPut(storage, rows) } : {}),
    received: async (id) => endOf(await rows.list(id)),
    async append(id, at, bytes) {
      const writer = await rows.claim(id);
      const before = await rows.list(id);
      // Another process has truncated the upload since the bytes were counted.
      if (endOf(before) < at) throw new OvertakenError();
      const keys = before.map(({ key }) => key);
      const existing = firstBytes(before, at);
      let small = smallEnd(existing);
      const end = small.length > 0 ? small : existing.slice(-1);
      const forget = () => rows.replace(id, writer, end[0]?.start ?? 0, end);
      if (endOf(before) > at) await forget();
      const store = async (folder: string, file: string, start: number, size: number) => {
        const isJoined = sizeOf(small) + size >= LEAST_BYTES || small.length >= MOST_SMALL;
        const others = isJoined ? small : [];
        const whole = others.length > 0 ? await files.join(folder, others, file) : file;
        const piece = { start: others[0]?.start ?? start, size: sizeOf(others) + size, key: '' };
        piece.key = await files.put(id, piece.start, whole);
        keys.push(piece.key);
        await rows.replace(id, writer, piece.start, [piece]);
        small = smallEnd(isJoined ? [piece] : [...small, piece]);
      };
      try {
        return await files.inWork((folder) => {
          const gathering = { folder, start: at, pieceBytes: PIECE_BYTES, firstBytes: PIECE_BYTES - sizeOf(small) };
          return storeInPieces(bytes, gathering, (file, start, size) => store(folder, file, start, size));
        });
      } catch (error) {
        if (!(error instanceof ChunkRejectedError)) {
          // A newer writer deletes what it replaced, and completion deletes all, also while it is being read here.
          throw (await rows.isWriting(id, writer)) ? error : new OvertakenError();
        }
        await forget();
        throw error.cause;
      } finally {
        const listed = new Set((await rows.list(id)).map(({ key }) => key));
        for (const key of keys) if (!listed.has(key)) await storage.remove(key).catch(() => undefined);
      }
    },
    async read(id, use) {
      const pieces = await rows.list(id);
      const stamp = stampOf(pieces);
      return files
        .whole(pieces, (file) => use(file, stamp))
        .catch(async (error: unknown) => {
          // After a change by another process, errors are meaningless.
          throw stampOf(await rows.list(id)) === stamp ? error : new OvertakenError();
        });
    },
    async finish(id, key, { type: mime, stamp }) {
      const listed = await rows.list(id);
      // Another process may have started over since these bytes were inspected.
      if (stamp !== undefined && stamp !== stampOf(listed)) throw new OvertakenError();
      if (await storage.find(key)) return;
      const pieces = listed.filter(({ size }) => size > 0);
      const small = smallEnd(pieces);
      const large = pieces.slice(0, pieces.length - small.length);
      if (!isShared(storage) || large.length === 0)
        return files.whole(pieces, (file) => storage.put(key, file, { type: mime }));
      const end = small.length > 1 ? [await files.together(id, small)] : small;
      return storage.compose(key, [...large, ...end], mime);
    },
    async discard(id) {
      await rows.clear(id);
      await removeAll(storage, incomingPrefix(id));
    },
  };
}

/** Local temporary files for pieces. */
function pieceFiles({ folders, storage, budget }: PieceContext) {
  const inWork = async <T>(use: (folder: string) => Promise<T>): Promise<T> => {
    const folder = await mkdtemp(path.join(folders.work, 'parts-'));
    try {
      return await use(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  const copyTo = async (file: string, { key, size }: StoredPiece) => {
    if (size === 0) return;
    await pipeline(await storage.open(key, { start: 0, end: size - 1 }), createWriteStream(file, { flags: 'a' }));
  };
  const storePart = async (id: string, start: number, file: string): Promise<string> => {
    const key = `${incomingPrefix(id)}${start}-${randomBytes(8).toString('hex')}`;
    await storage.put(key, file, { type, isPassing: true });
    return key;
  };
  const copyAll = async (file: string, pieces: readonly StoredPiece[]) => {
    for (const piece of pieces) await copyTo(file, piece);
  };
  return {
    inWork,
    put: storePart,

    /** Concatenates pieces and a file, which is deleted. */
    async join(folder: string, pieces: readonly StoredPiece[], file: string): Promise<string> {
      const joined = path.join(folder, 'joined');
      await rm(joined, { force: true });
      await copyAll(joined, pieces);
      await pipeline(createReadStream(file), createWriteStream(joined, { flags: 'a' }));
      await rm(file);
      return joined;
    },

    /** Combines pieces into one that no row refers to; it is deleted with the upload. */
    together: (id: string, pieces: readonly StoredPiece[]): Promise<StoredPiece> =>
      inWork(async (folder) => {
        const file = path.join(folder, 'together');
        await copyAll(file, pieces);
        const start = pieces[0]?.start ?? 0;
        return { key: await storePart(id, start, file), start, size: sizeOf(pieces) };
      }),

    /** Provides all pieces as a file. @throws DiskFullError if there is not enough space. */
    async whole<T>(pieces: readonly StoredPiece[], use: (file: string) => Promise<T>): Promise<T> {
      const room = await budget.reserve(sizeOf(pieces), folders.work);
      try {
        return await inWork(async (folder) => {
          const file = path.join(folder, 'whole');
          await writeFile(file, '');
          for (const piece of pieces) {
            await copyTo(file, piece);
            await room.spend(piece.size);
          }
          return use(file);
        });
      } finally {
        room.release();
      }
    },
  };
}

/** Identifies the bytes: pieces never change, and keys are unique. */
function stampOf(pieces: readonly StoredPiece[]): string {
  return pieces.map(({ key, size }) => `${key} ${size}`).join('\n');
}

function sizeOf(pieces: readonly StoredPiece[]): number {
  return pieces.reduce((sum, { size }) => sum + size, 0);
}

function endOf(pieces: readonly StoredPiece[]): number {
  const last = pieces.at(-1);
  return last ? last.start + last.size : 0;
}

/** Returns the pieces at the end that are too small to compose anything after them. */
function smallEnd(pieces: readonly StoredPiece[]): StoredPiece[] {
  return pieces.slice(pieces.findLastIndex(({ size }) => size >= LEAST_BYTES) + 1);
}

/** Returns the pieces of the first bytes; the last one may be partial. */
function firstBytes(pieces: readonly StoredPiece[], count: number): StoredPiece[] {
  const first = pieces.filter(({ start }) => start < count);
  return first.map((piece) => ({ ...piece, size: Math.min(piece.size, count - piece.start) }));
}
