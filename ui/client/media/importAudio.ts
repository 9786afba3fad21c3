import type { ChosenAudio } from '../../../engine/edit/audio.ts';
import { messages } from '../../../engine/project/messages.ts';
import { showError } from '../page/notices.ts';
import { fetchSample, SAMPLE_SOUND } from './addAll.ts';
import { addFile } from './addFile.ts';
import { importLink } from './importLink.ts';
import { cancelImports, runImport } from './imports.ts';

/** One audio file at a time: a new choice aborts the pending one. */
const PLACE = 'audio';

/**
 * Imports the first of the files as audio: any audio or video that can be decoded. Reports a rejected file.
 * @param land receives the audio.
 */
export async function importAudioFile(files: readonly File[], land: (chosen: ChosenAudio) => unknown): Promise<void> {
  const [file] = files;
  if (!file) return showError(messages.uploadEmptyList);
  await runImport({
    words: messages.uploadBegins,
    place: PLACE,
    load: async (signal) => {
      const taken = await addFile(file, { audio: true, signal });
      signal.throwIfAborted();
      return taken;
    },
    land: ({ id, url, duration }) => land({ id, url, ...lengthOf(duration) }),
  });
}

/** Imports the audio of a pasted link. @param land receives the audio. */
export function importLinkAudio(pasted: string, land: (chosen: ChosenAudio) => unknown): Promise<void> {
  return runImport({
    words: messages.uploadFetches,
    place: PLACE,
    load: (signal) => importLink(pasted, signal, { audio: true }),
    land: ([sound]) => sound && land({ url: sound.url, ...lengthOf(sound.duration) }),
  });
}

/** Imports the sample ("or try a sample!"). @param land receives the audio. */
export function importSampleAudio(land: (chosen: ChosenAudio) => unknown): Promise<void> {
  return runImport({
    words: messages.uploadFetches,
    place: PLACE,
    load: (signal) => fetchSample(SAMPLE_SOUND, signal),
    land: ({ url, duration }) => land({ url, ...lengthOf(duration) }),
  });
}

/** Aborts the import. */
export function cancelAudioImport(): void {
  cancelImports(PLACE);
}

function lengthOf(duration: number): Pick<ChosenAudio, 'duration'> {
  return duration > 0 ? { duration } : {};
}
