import type { ChosenAudio } from '../../../engine/edit/audio.ts';
import { messages } from '../../../engine/project/messages.ts';
import { showError } from '../../state/notices.ts';
import { whileTaking } from '../state/files.ts';
import { measureFile } from '../store/measure.ts';
import { addFile } from '../store/media.ts';

/** Sound that comes with the service (studio spec §9). */
const SAMPLE = '/samples/media/music.mp3';

/**
 * Takes the first of the files in as sound: any sound or video that can be decoded (studio spec §5).
 * @returns undefined when it was refused, which is said, or stopped.
 */
export async function chooseAudio(files: readonly File[]): Promise<ChosenAudio | undefined> {
  const [file] = files;
  if (!file) {
    showError(messages.uploadEmptyList);
    return undefined;
  }
  return whileTaking(messages.uploadBegins, async (signal) => {
    const { id, url, duration } = await addFile(file, { audio: true, signal });
    return { id, url, ...(duration > 0 ? { duration } : {}) };
  });
}

/** Takes the sample (studio spec §2: "or try a sample!"). */
export function chooseSampleAudio(): Promise<ChosenAudio | undefined> {
  return whileTaking(messages.uploadFetches, async (signal) => {
    const answer = await fetch(SAMPLE, { signal });
    if (!answer.ok) throw new Error(answer.statusText);
    const facts = await measureFile(await answer.blob());
    if (!facts) throw new Error('The sample cannot be read.');
    return { url: SAMPLE, duration: facts.duration };
  });
}
