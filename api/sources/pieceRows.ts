import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { OvertakenError } from '../storage/uploadParts.ts';

/** A piece of an upload: the first `size` bytes of an object. */
export interface StoredPiece {
  key: string;
  /** Offset in the upload. */
  start: number;
  size: number;
}

/** Database rows of the pieces of uploads. */
export function pieceRows(db: Database['db']) {
  return {
    /** Returns the pieces of an upload, in order. */
    async list(id: string): Promise<StoredPiece[]> {
      const rows = await db.selectFrom('upload_pieces').selectAll().where('upload', '=', id).orderBy('start').execute();
      return rows.map(({ key, start, size }) => ({ key, start: Number(start), size: Number(size) }));
    },

    /** Makes the caller the only writer of an upload. @returns the writer's name. */
    async claim(id: string): Promise<string> {
      const writer = randomBytes(16).toString('hex');
      await db.updateTable('uploads').set({ writer }).where('id', '=', id).execute();
      return writer;
    },

    /** Whether the caller may still write: no other writer has started, and the upload is unfinished. */
    async isWriting(id: string, writer: string): Promise<boolean> {
      const own = db.selectFrom('uploads').select('id').where('id', '=', id).where('writer', '=', writer);
      return (await own.where('status', '=', 'open').executeTakeFirst()) !== undefined;
    },

    /** Replaces the pieces from an offset. @throws OvertakenError if another writer has started. */
    replace: (id: string, writer: string, from: number, pieces: readonly StoredPiece[]): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const own = await transaction
          .updateTable('uploads')
          .set({ touched_at: sql`now()` })
          .where('id', '=', id)
          .where('writer', '=', writer)
          .executeTakeFirst();
        if (own.numUpdatedRows === 0n) throw new OvertakenError();
        await transaction.deleteFrom('upload_pieces').where('upload', '=', id).where('start', '>=', from).execute();
        const rows = pieces.map((piece) => ({ ...piece, upload: id }));
        if (rows.length > 0) await transaction.insertInto('upload_pieces').values(rows).execute();
      }),

    /** Deletes the rows of an upload. */
    async clear(id: string): Promise<void> {
      await db.deleteFrom('upload_pieces').where('upload', '=', id).execute();
    },
  };
}
