import { addFile } from '../media/addFile.ts';
import type { CheckOptions } from '../media/checkUpload.ts';
import type { LocalMedia } from '../media/mediaEntry.ts';
import { dropFile } from '../media/uploads.ts';
import type { BatchWork, Made } from './batch.ts';

interface FileWork {
  /** Whose list it is. */
  id: string;
  /** Which files are of use. */
  check: CheckOptions;
  /** @returns what a file is made into, or in words why it cannot be. */
  make: (media: LocalMedia, name: string) => Promise<Made | string>;
}

/** What is made of each of many files: each is taken in for as long as it is needed. */
export function fileWork({ id, check, make }: FileWork): BatchWork {
  return {
    id,
    async make(file, signal) {
      // Many files would fill the browser's storage, and each is needed for a moment.
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
