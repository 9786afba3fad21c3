import { MAX_UPLOAD_BYTES } from '../../../engine/project/limits.ts';
import { messages } from '../../../engine/project/messages.ts';
import type { Database } from '../../db/database.ts';
import type { NewUpload, UploadRow } from '../../db/tables.ts';
import type { Folders } from '../../storage/folders.ts';
import { storedName } from '../../storage/storedNames.ts';
import { ChunkRejectedError } from '../../storage/uploadParts.ts';
import type { Budget } from '../../system/budget.ts';
import { fail } from '../../system/serviceError.ts';
import { newSecretId } from '../ids.ts';
import { isRejectedFile } from '../inspectFile.ts';
import type { Requester } from '../requester.ts';
import type { Uploads } from '../uploads.ts';

/** What storing files of links needs. */
export interface Keeping {
  db: Database['db'];
  uploads: Uploads;
  folders: Pick<Folders, 'root'>;
  budget: Budget;
}

/** Creates the storage of files of links, as uploads of their requesters. */
export function createKeeper({ uploads, folders, budget }: Keeping) {
  const discard = async ({ id }: Pick<UploadRow, 'id'>): Promise<void> => {
    const upload = await uploads.byId(id);
    if (upload) await uploads.remove(upload);
  };
  return {
    discard,

    /**
     * Stores bytes as they arrive and inspects them like an upload. @param length declared bytes.
     * @throws ServiceError if they are not media or too large; OverQuotaError; DiskFullError.
     */
    async store(requester: Requester, bytes: AsyncIterable<Uint8Array>, url: URL, length: number | undefined) {
      // For an undeclared length, the quota is checked again at the end.
      await uploads.expectQuota(requester.party, 1, length ?? 1);
      const room = await budget.reserve(length && Math.min(length, MAX_UPLOAD_BYTES), folders.root);
      const upload = newUpload(requester, storedName(fileNameOf(url), newSecretId().slice(0, 8)));
      try {
        await uploads.add([upload]);
        await uploads.parts.append(upload.id, 0, limited(bytes, room.spend));
        const row = await uploads.byId(upload.id);
        if (!row) throw new Error('The upload no longer exists.');
        await uploads.expectQuota(requester.party, 0, await uploads.parts.received(upload.id));
        return await uploads.complete(row);
      } catch (error) {
        await discard(upload);
        if (isRejectedFile(error)) throw fail('link', error.message);
        throw error;
      } finally {
        room.release();
      }
    },

    /** Adds the same file as an independent upload of another owner. */
    async share(media: UploadRow, requester: Requester): Promise<UploadRow> {
      if (media.owner === requester.owner || media.content === null) return media;
      await uploads.expectQuota(requester.party, 1, Number(media.size));
      return uploads.share(media, newUpload(requester, media.name));
    },
  };
}

function newUpload({ owner, party }: Requester, name: string): NewUpload {
  return { id: newSecretId(), token: newSecretId(), owner, party, name, declared_type: '', declared_size: null };
}

/** Limits bytes to the largest upload. @param onBytes gets the size of each chunk. */
async function* limited(bytes: AsyncIterable<Uint8Array>, onBytes: (count: number) => Promise<void>) {
  let count = 0;
  for await (const piece of bytes) {
    count += piece.byteLength;
    if (count > MAX_UPLOAD_BYTES) throw new ChunkRejectedError(fail('link', messages.uploadTooLarge));
    await onBytes(piece.byteLength);
    yield piece;
  }
}

/** Returns the file name in a URL, or its host if there is none. */
function fileNameOf({ pathname, hostname }: URL): string {
  const last = pathname.split('/').findLast((part) => part !== '') ?? hostname;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
