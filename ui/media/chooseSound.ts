import type { ChosenAudio } from '../../engine/edit/audio.ts';
import { messages } from '../../engine/project/messages.ts';
import { showError } from '../state/notices.ts';
import { fetchSample, SAMPLE_SOUND } from './addAll.ts';
import { addFile } from './addFile.ts';
import { takeLink } from './takeLink.ts';
import { stopTaking, takeIn } from './taking.ts';

/** There is one sound to choose: the newest that was chosen. */
const PLACE = 'audio';

/**
 * Takes the first of the files in as sound: any sound or video that can be decoded. What is refused is said.
 * @param land gets the sound.
 */
export async function chooseSound(files: readonly File[], land: (chosen: ChosenAudio) => unknown): Promise<void> {
  const [file] = files;
  if (!file) return showError(messages.uploadEmptyList);
  await takeIn({
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

/** Takes the sound of what a pasted link leads to. @param land gets the sound. */
export function chooseLinkSound(pasted: string, land: (chosen: ChosenAudio) => unknown): Promise<void> {
  return takeIn({
    words: messages.uploadFetches,
    place: PLACE,
    take: (signal) => takeLink(pasted, signal, { audio: true }),
    land: ([sound]) => sound && land({ url: sound.url, ...lengthOf(sound.duration) }),
  });
}

/** Takes the sample ("or try a sample!"). @param land gets the sound. */
export function chooseSampleSound(land: (chosen: ChosenAudio) => unknown): Promise<void> {
  return takeIn({
    words: messages.uploadFetches,
    place: PLACE,
    take: (signal) => fetchSample(SAMPLE_SOUND, signal),
    land: ({ url, duration }) => land({ url, ...lengthOf(duration) }),
  });
}

/** Stops taking sound in. */
export function stopChoosing(): void {
  stopTaking(PLACE);
}

function lengthOf(duration: number): Pick<ChosenAudio, 'duration'> {
  return duration > 0 ? { duration } : {};
}
