import { ref } from 'valtio/vanilla';
import { addFile } from '../../media/addFile.ts';
import { showFailure } from '../../state/notices.ts';
import { table } from './table.ts';

/**
 * Adds files that the table names; a file replaces an earlier one of the same name. Uploaded with the first row that
 * uses them.
 */
export async function addRowFiles(files: readonly File[]): Promise<void> {
  for (const file of files) {
    try {
      const isSound = file.type.startsWith('audio/');
      const media = await addFile(file, { isPassing: true, ...(isSound ? { audio: true } : {}) });
      table.files = [
        ...table.files.filter(({ name }) => name !== media.name),
        ref({ ...media, lastModified: file.lastModified }),
      ];
    } catch (error) {
      showFailure(error);
    }
  }
}
