import type { CheckOptions } from '../../../api/contract/checkUpload.ts';
import { addFile } from '../media/addFile.ts';
import type { LocalMedia } from '../media/mediaEntry.ts';
import { dropFile } from '../media/uploads.ts';
import type { BatchWork, RenderRequest } from './batch.ts';

interface FileWork {
  /** Id of the list. */
  id: string;
  /** Which files are accepted. */
  check: CheckOptions;
  /** @returns the render request of a file, or a message why there is none. */
  make: (media: LocalMedia, name: string) => Promise<RenderRequest | string>;
}

/** Returns batch work for local files: each is imported only while it is needed. */
export function fileWork({ id, check, make }: FileWork): BatchWork {
  return {
    id,
    async make(file, signal) {
      // Not stored, because many files would fill the browser's storage and each is needed only briefly.
      const media = await addFile(file, { ...check, signal, isPassing: true });
      const release = () => dropFile(media.url);
      const made = await make(media, file.name).catch((error: unknown) => {
        release();
        throw error;
      });
      if (typeof made !== 'string') return { ...made, release };
      release();
      return made.replaceAll(media.url, file.name);
    },
  };
}
