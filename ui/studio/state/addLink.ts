import type { ChosenMedia } from '../../../engine/edit/newLayers.ts';
import { messages } from '../../../engine/project/messages.ts';
import { takeLink } from '../../media/takeLink.ts';
import { showFailure } from '../../state/notices.ts';
import { isSoundReplaced, landMedia, soundOf, takeIntoProject } from './addFiles.ts';

/**
 * Adds what a pasted link leads to as a layer; the sound of a video whose sound is a file of its own becomes one beside it.
 * What goes wrong is said, and the editor is shown again. @param options.replace id of the layer that it is to stand in for.
 */
export function addLink(pasted: string, { replace }: { replace?: string } = {}): Promise<void> {
  const audio = isSoundReplaced(replace);
  const take = async (signal: AbortSignal): Promise<ChosenMedia[]> => {
    try {
      const media = await takeLink(pasted, signal, audio ? { audio } : { sounds: true });
      return audio ? media.map(soundOf) : media;
    } catch (error) {
      if (signal.aborted) throw error;
      showFailure(error);
      return [];
    }
  };
  return takeIntoProject({ words: messages.uploadFetches, take, land: (media) => landMedia(media, replace) });
}
