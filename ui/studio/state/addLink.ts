import type { ChosenMedia } from '../../../engine/edit/newLayers.ts';
import { messages } from '../../../engine/project/messages.ts';
import { importLink } from '../../client/media/importLink.ts';
import { showFailure } from '../../client/page/notices.ts';
import { importIntoProject, isSoundReplaced, soundOf } from './addFiles.ts';
import { landMedia } from './addLayers.ts';

/**
 * Adds the media behind a pasted link as a layer. If the audio of a video is a separate file, adds a layer for it too.
 * Reports failures and shows the editor again.
 * @param options.replace id of the layer to replace.
 */
export function addLink(pasted: string, { replace }: { replace?: string } = {}): Promise<void> {
  const audio = isSoundReplaced(replace);
  const importFromLink = async (signal: AbortSignal): Promise<ChosenMedia[]> => {
    try {
      const media = await importLink(pasted, signal, audio ? { audio } : { sounds: true });
      return audio ? media.map(soundOf) : media;
    } catch (error) {
      if (signal.aborted) throw error;
      showFailure(error);
      return [];
    }
  };
  return importIntoProject({
    words: messages.uploadFetches,
    load: importFromLink,
    land: (media) => landMedia(media, replace),
  });
}
