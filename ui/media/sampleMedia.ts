import { ApiError } from '../../api/contract/errors.ts';
import type { ChosenMedia } from '../../engine/edit/newLayers.ts';
import { messages } from '../../engine/project/messages.ts';
import { measureFile } from './measureFile.ts';

/** A video that comes with the service. */
export const SAMPLE_VIDEO = '/samples/media/mountains.mp4';
/** Sound that comes with the service. */
export const SAMPLE_SOUND = '/samples/media/music.mp3';

/** Measures a sample; it stays where it is. @throws ApiError with a sentence for a person. */
export async function fetchSample(url: string, signal: AbortSignal): Promise<ChosenMedia> {
  const answer = await fetch(url, { signal }).catch(() => undefined);
  const facts = answer?.ok ? await measureFile(await answer.blob()) : undefined;
  signal.throwIfAborted();
  if (facts) return { url, ...facts };
  const { status = 0, ok = false } = answer ?? {};
  throw new ApiError(status, 'unreadable', ok ? messages.uploadUnreadable : messages.uploadFailed);
}
