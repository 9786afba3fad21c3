import { ApiError } from '../../api/contract/errors.ts';
import type { ChosenMedia } from '../../engine/edit/newLayers.ts';
import { messages } from '../../engine/project/messages.ts';
import { showFailure } from '../state/notices.ts';
import { addFile } from './addFile.ts';
import type { CheckOptions } from './checkUpload.ts';
import type { LocalMedia } from './mediaEntry.ts';

/** Adds files one after the other. What cannot be taken is said, one sentence a file; the others go on. */
export async function addAll(
  files: readonly File[],
  signal: AbortSignal,
  options: CheckOptions = {},
): Promise<LocalMedia[]> {
  const taken: LocalMedia[] = [];
  for (const file of files) {
    if (signal.aborted) break;
    try {
      taken.push(await addFile(file, { ...options, signal }));
    } catch (error) {
      if (!signal.aborted) showFailure(error);
    }
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
