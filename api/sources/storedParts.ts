import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Database } from '../db/database.ts';
import type { Folders } from '../storage/folders.ts';
import { incomingPrefix } from '../storage/keys.ts';
import { ChunkRefused, OvertakenError, type PartStore } from '../storage/parts.ts';
import { removeAll, type SharedStorage } from '../storage/storage.ts';
import { pieceRows, type StoredPiece } from './pieceRows.ts';

/** So many bytes are gathered before they are stored. */
const PIECE_BYTES = 8 * 1024 * 1024;
/** Only the last piece may be smaller, so that an object can be composed of them. */
const LEAST_BYTES = 5 * 1024 * 1024;
const type = 'application/octet-stream';

/** What pieces are stored with. */
export interface PieceContext {
  database: Pick<Database, 'db'>;
  folders: Pick<Folders, 'work'>;
  storage: SharedStorage;
}

/**
 * Keeps the bytes of uploads in a store that machines share, in pieces that the database lists: whichever machine takes
 * the next bytes knows what is held. What one machine has gathered and not yet stored is nobody else's; who sent it was
 * told nothing of it.
 */
export function partsInStore({ database: { db }, folders, storage }: PieceContext): PartStore {
  const rows = pieceRows(db);
  const inWork = async <T>(use: (folder: string) => Promise<T>): Promise<T> => {
    const folder = await mkdtemp(path.join(folders.work, 'parts-'));
    try {
      return await use(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  const copyTo = async (file: string, pieces: readonly StoredPiece[]) => {
    for (const { key, size } of pieces) {
      if (size === 0) continue;
      await pipeline(await storage.open(key, { start: 0, end: size - 1 }), createWriteStream(file, { flags: 'a' }));
    }
  };
  return {
    async held(id) {
      return endOf(await rows.list(id));
    },
    async append(id, at, bytes) {
      const writer = await rows.take(id);
      const before = await rows.list(id);
      // Another process has taken bytes back since they were counted: these belong elsewhere.
      if (endOf(before) < at) throw new OvertakenError();
      const held = firstBytes(before, at);
      const last = held.at(-1);
      // A small one is stored anew, together with what comes.
      const small = last && last.size < LEAST_BYTES ? last : undefined;
      const from = small?.start ?? endOf(held);
      const forget = () => rows.replace(id, writer, last?.start ?? 0, last ? [last] : []);
      if (endOf(before) > at) await forget();
      const store = async (file: string, start: number, size: number) => {
        const key = `${incomingPrefix(id)}${start}-${randomBytes(8).toString('hex')}`;
        await storage.put(key, file, { type, isPassing: true });
        await rows.replace(id, writer, start, [{ key, start, size }]);
      };
      try {
        return await inWork(async (folder) => {
          if (small) await copyTo(path.join(folder, '0'), [small]);
          return gather(bytes, { folder, start: from, gathered: small?.size ?? 0 }, store);
        });
      } catch (error) {
        if (!(error instanceof ChunkRefused)) throw error;
        await forget();
        throw error.cause;
      } finally {
        const listed = new Set((await rows.list(id)).map(({ key }) => key));
        for (const { key } of before) if (!listed.has(key)) await storage.remove(key).catch(() => undefined);
      }
    },
    read: (id, use) =>
      inWork(async (folder) => {
        const file = path.join(folder, 'whole');
        await (await open(file, 'w')).close();
        const pieces = await rows.list(id);
        await copyTo(file, pieces);
        return use(file, stampOf(pieces));
      }),
    async finish(id, key, { type: mime, stamp }) {
      const listed = await rows.list(id);
      // Another process may have begun anew since these bytes were looked at.
      if (stamp !== undefined && stamp !== stampOf(listed)) throw new OvertakenError();
      if (await storage.find(key)) return;
      const pieces = listed.filter(({ size }) => size > 0);
      if (pieces.length > 0) return storage.compose(key, pieces, mime);
      await inWork(async (folder) => {
        const file = path.join(folder, 'empty');
        await (await open(file, 'w')).close();
        await storage.put(key, file, { type: mime });
      });
    },
    async discard(id) {
      await rows.clear(id);
      await removeAll(storage, incomingPrefix(id));
    },
  };
}

/** What is gathered before it is stored, in files of a folder. */
interface Gathering {
  folder: string;
  /** Place of the first gathered byte in the upload. */
  start: number;
  /** How many are in the first file, "0". */
  gathered: number;
}

/**
 * Stores bytes in pieces as they come; what came before they ended, or failed, is stored too, unless it is refused.
 * @returns the end of what is stored. @throws what the bytes end with.
 */
async function gather(
  bytes: AsyncIterable<Uint8Array>,
  { folder, start, gathered }: Gathering,
  store: (file: string, start: number, size: number) => Promise<void>,
): Promise<number> {
  let [from, size, isNew] = [start, gathered, false];
  let file: FileHandle | undefined;
  let files = 0;
  const flush = async () => {
    await file?.close();
    file = undefined;
    if (!isNew) return;
    // What could not be stored is not tried again: the store was asked patiently.
    isNew = false;
    await store(path.join(folder, String(files)), from, size);
    [from, size] = [from + size, 0];
    files += 1;
  };
  try {
    for await (const piece of bytes) {
      for (let done = 0; done < piece.byteLength; ) {
        file ??= await open(path.join(folder, String(files)), 'a');
        const count = Math.min(piece.byteLength - done, PIECE_BYTES - size);
        // All of it, or an error: what is written in part would be counted whole.
        await file.appendFile(piece.subarray(done, done + count));
        [done, size, isNew] = [done + count, size + count, true];
        if (size >= PIECE_BYTES) await flush();
      }
    }
    await flush();
  } catch (error) {
    if (!(error instanceof ChunkRefused)) await flush();
    throw error;
  } finally {
    await file?.close();
  }
  return from + size;
}

/** Pieces never change, and no two have one key. */
function stampOf(pieces: readonly StoredPiece[]): string {
  return pieces.map(({ key, size }) => `${key} ${size}`).join('\n');
}

function endOf(pieces: readonly StoredPiece[]): number {
  const last = pieces.at(-1);
  return last ? last.start + last.size : 0;
}

/** The pieces of the first so many bytes; the last of them may count in part. */
function firstBytes(pieces: readonly StoredPiece[], count: number): StoredPiece[] {
  const first = pieces.filter(({ start }) => start < count);
  return first.map((piece) => ({ ...piece, size: Math.min(piece.size, count - piece.start) }));
}
