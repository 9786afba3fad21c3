import type { FoundImage } from '../../../api/contract/images.ts';
import { messages } from '../../../engine/project/messages.ts';
import { addFile } from '../../media/addFile.ts';
import { showNote } from '../../state/notices.ts';
import { getClient } from '../../state/server.ts';
import { takeIntoProject } from '../state/addFiles.ts';
import { addMedia } from '../state/layers.ts';
import { addCredit } from './addCredit.ts';

/** File extensions by type. */
const endings: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/gif': 'gif', 'image/webp': 'webp' };

/** Adds a found image to the canvas like a local file, together with its credit. */
export function addImage({ url, credit }: FoundImage): Promise<void> {
  return takeIntoProject({
    words: messages.uploadFetches,
    place: 'found image',
    async take(signal) {
      const answer = await (await getClient()).download(url, { signal });
      const picture = await answer.blob();
      const type = picture.type.split(';')[0] ?? '';
      const file = new File([picture], `${credit.title}.${endings[type] ?? 'png'}`, { type });
      return { ...(await addFile(file, { imagesOnly: true, signal })), credit: credit.text };
    },
    land(media) {
      addMedia([media]);
      showNote(`${credit.text}.`, { action: { label: 'Add the credit', run: () => addCredit(credit.text) } });
    },
  });
}
