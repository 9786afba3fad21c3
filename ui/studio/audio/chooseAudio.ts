import type { ChosenAudio } from '../../../engine/edit/audio.ts';
import { messages } from '../../../engine/project/messages.ts';
import { addFile } from '../../media/addFile.ts';
import { stopTaking } from '../../media/taking.ts';
import { showError } from '../../state/notices.ts';
import { takeIntoProject } from '../state/files.ts';
import { takeSampleAudio } from '../state/takeSample.ts';

/** There is one audio: the newest that was chosen. */
const PLACE = 'audio';

/**
 * Takes the first of the files in as sound: any sound or video that can be decoded. What is refused is
 * said. @param land gets the sound.
 */
export function chooseAudio(files: readonly File[], land: (chosen: ChosenAudio) => void): Promise<void> {
  const [file] = files;
  if (!file) {
    showError(messages.uploadEmptyList);
    return Promise.resolve();
  }
  return takeIntoProject({
    words: messages.uploadBegins,
    place: PLACE,
    take: async (signal) => {
      const taken = await addFile(file, { audio: true, signal });
      signal.throwIfAborted();
      return taken;
    },
    land: ({ id, url, duration }) => land({ id, url, ...lengthOf(duration) }),
  });
}

/** Takes the sample ("or try a sample!"). @param land gets the sound. */
export function chooseSampleAudio(land: (chosen: ChosenAudio) => void): Promise<void> {
  return takeSampleAudio(PLACE, ({ url, duration }) => land({ url, ...lengthOf(duration) }));
}

/** Stops taking sound in. */
export function stopChoosing(): void {
  stopTaking(PLACE);
}

function lengthOf(duration: number): Pick<ChosenAudio, 'duration'> {
  return duration > 0 ? { duration } : {};
}
