import { MAX_UPLOAD_BYTES } from '../../../engine/project/limits.ts';
import { messages } from '../../../engine/project/messages.ts';
import type { Database } from '../../db/database.ts';
import type { NewUpload, UploadRow } from '../../db/tables.ts';
import type { Folders } from '../../storage/folders.ts';
import { storedName } from '../../storage/names.ts';
import { ChunkRefused } from '../../storage/uploadParts.ts';
import type { Budget } from '../../system/budget.ts';
import { newSecretId } from '../ids.ts';
import { UploadRefused } from '../lookAt.ts';
import type { Requester } from '../requester.ts';
import type { Uploads } from '../uploads.ts';
import { LinkRefused } from './linkRefused.ts';

/** What files of links are kept with. */
export interface Keeping {
  db: Database['db'];
  uploads: Uploads;
  folders: Pick<Folders, 'root'>;
  budget: Budget;
}

/** What keeps the files of links, as uploads of whoever asked for them. */
export function createKeeper({ uploads, folders, budget }: Keeping) {
  const discard = async ({ id }: Pick<UploadRow, 'id'>): Promise<void> => {
    const upload = await uploads.byId(id);
    if (upload) await uploads.remove(upload);
  };
  return {
    discard,

    /**
     * Stores bytes as they come, and looks at them as at any upload. @param length bytes that are announced.
     * @throws LinkRefused for what is no media or too large; OverQuotaError; DiskFullError.
     */
    async store(requester: Requester, bytes: AsyncIterable<Uint8Array>, url: URL, length: number | undefined) {
      // Of what is not announced the quota is asked again at its end.
      await uploads.expectQuota(requester.party, 1, length ?? 1);
      const room = await budget.reserve(length && Math.min(length, MAX_UPLOAD_BYTES), folders.root);
      const upload = newUpload(requester, storedName(fileNameOf(url), newSecretId().slice(0, 8)));
      try {
        await uploads.add([upload]);
        await uploads.parts.append(upload.id, 0, limited(bytes, room.spend));
        const row = await uploads.byId(upload.id);
        if (!row) throw new Error('The upload no longer exists.');
        await uploads.expectQuota(requester.party, 0, await uploads.parts.held(upload.id));
        return await uploads.complete(row);
      } catch (error) {
        await discard(upload);
        if (error instanceof UploadRefused) throw new LinkRefused(error.message);
        throw error;
      } finally {
        room.release();
      }
    },

    /** The same file as an upload of somebody else's, whose life does not hang on the first one's. */
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

/** Bytes that are no more than may be uploaded. @param onBytes told how many came, piece by piece. */
async function* limited(bytes: AsyncIterable<Uint8Array>, onBytes: (count: number) => Promise<void>) {
  let count = 0;
  for await (const piece of bytes) {
    count += piece.byteLength;
    if (count > MAX_UPLOAD_BYTES) throw new ChunkRefused(new LinkRefused(messages.uploadTooLarge));
    await onBytes(piece.byteLength);
    yield piece;
  }
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
