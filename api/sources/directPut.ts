import { randomBytes } from 'node:crypto';
import { incomingPrefix } from '../storage/keys.ts';
import type { SharedStorage } from '../storage/storage.ts';
import type { DirectPut } from '../storage/uploadParts.ts';
import type { pieceRows, StoredPiece } from './pieceRows.ts';

/** Lets clients upload a whole file directly to storage with a presigned URL. */
export function directPut(storage: SharedStorage, rows: ReturnType<typeof pieceRows>): DirectPut {
  const placeOf = (id: string) => `${incomingPrefix(id)}direct`;
  const takenPrefix = (id: string) => `${incomingPrefix(id)}taken-`;
  const isTaken =
    (id: string) =>
    ({ key }: StoredPiece): boolean =>
      key.startsWith(takenPrefix(id));
  return {
    sign: (id, { type, size }) => storage.signedPut(placeOf(id), { type, size }),
    async adopt(id, size) {
      const pieces = await rows.list(id);
      if (pieces.some(isTaken(id))) return true;
      const existing = pieces.length === 0 ? await storage.find(placeOf(id)) : undefined;
      // Another process may have taken it in between.
      if (!existing) return (await rows.list(id)).some(isTaken(id));
      if (existing.size !== size || size === 0) return false;
      const writer = await rows.claim(id);
      // The presigned URL stays valid, so inspect a copy that it cannot change.
      const key = takenPrefix(id) + randomBytes(8).toString('hex');
      try {
        await storage.compose(key, [existing], 'application/octet-stream');
      } catch (error) {
        if ((await rows.list(id)).some(isTaken(id))) return true;
        throw error;
      }
      await rows.replace(id, writer, 0, [{ key, start: 0, size: existing.size }]);
      await storage.remove(placeOf(id));
      return true;
    },
  };
}
