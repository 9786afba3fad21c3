import { copyFile, link } from 'node:fs/promises';
import path from 'node:path';
import { MAX_UPLOAD_BYTES } from '../../../engine/project/limits.ts';
import { messages } from '../../../engine/project/messages.ts';
import type { Database } from '../../db/database.ts';
import type { UploadRow } from '../../db/tables.ts';
import { saveStream, TooLargeError } from '../../storage/files.ts';
import { type Folders, removeFolder } from '../../storage/folders.ts';
import { uploadKey } from '../../storage/keys.ts';
import { storedName } from '../../storage/names.ts';
import { removeAll, type Storage } from '../../storage/storage.ts';
import type { Budget } from '../../system/budget.ts';
import { makeFolder } from '../../system/makeFolder.ts';
import { newSecretId } from '../ids.ts';
import { UploadRefused, type Uploads } from '../uploads.ts';
import { LinkRefused } from './linkRefused.ts';

/** What files of links are kept with. */
export interface Keeping {
  db: Database['db'];
  uploads: Uploads;
  folders: Folders;
  storage: Storage;
  budget: Budget;
}

/** What keeps the files of links, as uploads of whoever asked for them. */
export function createKeeper({ db, uploads, folders, storage, budget }: Keeping) {
  const discard = async ({ id }: Pick<UploadRow, 'id'>): Promise<void> => {
    // The file goes first: what is interrupted here is found again by its row.
    await removeAll(storage, uploadKey(id, ''));
    await removeFolder(folders.upload(id));
    await db.deleteFrom('uploads').where('id', '=', id).execute();
  };
  return {
    discard,

    /**
     * Stores bytes as they come, and looks at them as at any upload. @param length bytes that are announced.
     * @throws LinkRefused for what is no media or too large; DiskFullError.
     */
    async store(owner: string, bytes: AsyncIterable<Uint8Array>, url: URL, length: number | undefined) {
      const room = await budget.reserve(Math.min(length ?? MAX_UPLOAD_BYTES, MAX_UPLOAD_BYTES), folders.root);
      const name = storedName(fileNameOf(url), newSecretId().slice(0, 8));
      const ids = { id: newSecretId(), token: newSecretId() };
      try {
        await uploads.add([{ ...ids, owner, name, declared_type: '', declared_size: null }]);
        const onBytes = (count: number) => room.spend(count);
        const held = await saveStream(bytes, uploads.partOf(ids.id), { max: MAX_UPLOAD_BYTES, onBytes });
        const row = await uploads.byToken(ids.token);
        if (!row) throw new Error('The upload is gone.');
        return await uploads.complete(row, held);
      } catch (error) {
        await discard(ids);
        if (error instanceof TooLargeError) throw new LinkRefused(messages.uploadTooLarge);
        if (error instanceof UploadRefused) throw new LinkRefused(error.message);
        throw error;
      } finally {
        room.release();
      }
    },

    /** The same file as an upload of somebody else's, whose life does not hang on the first one's. */
    async share(media: UploadRow, owner: string): Promise<UploadRow> {
      if (media.owner === owner || !media.file) return media;
      const row = { ...media, owner, id: newSecretId(), token: newSecretId(), facts: JSON.stringify(media.facts) };
      const part = uploads.partOf(row.id);
      const file = await storage.fetchLocal(uploadKey(media.id, media.file));
      try {
        await makeFolder(path.dirname(part));
        // Some disks have no second names for a file.
        await link(file.path, part).catch(() => copyFile(file.path, part));
      } finally {
        file.release();
      }
      await storage.put(uploadKey(row.id, media.file), part, { type: media.mime ?? '' });
      return db.insertInto('uploads').values(row).returningAll().executeTakeFirstOrThrow();
    },
  };
}

/** The name at the end of an address, or its host's where it has none. */
function fileNameOf({ pathname, hostname }: URL): string {
  const last = pathname.split('/').findLast((part) => part !== '') ?? hostname;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
