import { ApiError } from '../../api/contract/errors.ts';
import type { ChosenMedia } from '../../engine/edit/newLayers.ts';
import { messages } from '../../engine/project/messages.ts';
import { addFile } from './addFile.ts';
import type { CheckOptions } from './checkUpload.ts';
import type { LocalMedia } from './mediaEntry.ts';
import type { Refused } from './sayOutcome.ts';

/** Adds files one after the other. What cannot be taken or not be shown is said, each sentence once; the others go on. */
export async function addAll(
  files: readonly File[],
  signal: AbortSignal,
  options: CheckOptions = {},
): Promise<LocalMedia[]> {
  const taken: LocalMedia[] = [];
  const refused: Refused[] = [];
  for (const file of files) {
    if (signal.aborted) break;
    try {
      taken.push(await addFile(file, { ...options, signal }));
    } catch (error) {
      refused.push({ name: file.name, error });
    }
  }
  const isUsual = refused.length === 0 && taken.every(({ shown, showsFirstOnly }) => shown && !showsFirstOnly);
  if (!isUsual && !signal.aborted) {
    const { sayOutcome } = await import('./sayOutcome.ts');
    sayOutcome({ taken, refused, isOne: files.length === 1, audio: options.audio === true });
  }
  return taken;
}

/** A video that comes with the service. */
export const SAMPLE_VIDEO = '/samples/media/mountains.mp4';
/** A picture that comes with the service. */
export const SAMPLE_PICTURE = '/samples/media/lake.jpg';
/** Sound that comes with the service. */
export const SAMPLE_SOUND = '/samples/media/music.mp3';

/** Measures a sample; it stays where it is. @throws ApiError with a sentence for a person. */
export async function fetchSample(url: string, signal: AbortSignal): Promise<ChosenMedia> {
  const answer = await fetch(url, { signal }).catch(() => undefined);
  const { measureFile } = await import('./measureFile.ts');
  const facts = answer?.ok ? await measureFile(await answer.blob()) : undefined;
  signal.throwIfAborted();
  if (facts) return { url, ...facts };
  const { status = 0, ok = false } = answer ?? {};
  throw new ApiError(status, 'unreadable', ok ? messages.uploadUnreadable : messages.uploadFailed);
}
