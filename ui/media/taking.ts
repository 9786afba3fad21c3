import { proxy } from 'valtio/vanilla';
import { ApiError } from '../../api/contract/errors.ts';
import type { ChosenMedia } from '../../engine/edit/newLayers.ts';
import { messages } from '../../engine/project/messages.ts';
import { showFailure } from '../state/notices.ts';
import { addFile } from './addFile.ts';
import type { CheckOptions } from './checkUpload.ts';
import { measureFile } from './measureFile.ts';
import type { LocalMedia } from './mediaEntry.ts';

/** What is being done with files that a person gave, for the places where files are asked for. */
export const taking = proxy({
  /** '' when nothing is. */
  words: '',
});

/** How something is taken in. */
export interface Taking<T> {
  /** Shown where files are asked for meanwhile. */
  words: string;
  /** Names a place that has room for one thing: what is still being taken in for it is stopped by the next. */
  place?: string;
  /** @throws ApiError with the sentence that a person should read. */
  take: (signal: AbortSignal) => Promise<T>;
  /** Puts what was taken where it belongs. */
  land: (taken: T) => unknown;
}

/** All that is being taken in, the oldest first. */
const running = new Map<AbortController, Pick<Taking<never>, 'words' | 'place'>>();

/** Stops taking files; those that were taken already stay. @param place of what is stopped; all unless given. */
export function stopTaking(place?: string): void {
  for (const [ending, one] of running) if (place === undefined || one.place === place) ending.abort();
}

/** Takes something in, with words meanwhile where files are asked for. What goes wrong is said; `stopTaking` ends it. */
export async function takeIn<T>({ words, place, take, land }: Taking<T>): Promise<void> {
  if (place !== undefined) stopTaking(place);
  const ending = new AbortController();
  running.set(ending, { words, ...(place === undefined ? {} : { place }) });
  taking.words = words;
  try {
    await land(await take(ending.signal));
  } catch (error) {
    if (!ending.signal.aborted) showFailure(error);
  } finally {
    running.delete(ending);
    taking.words = [...running.values()].at(-1)?.words ?? '';
  }
}

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
  const facts = answer?.ok ? await measureFile(await answer.blob()) : undefined;
  signal.throwIfAborted();
  if (facts) return { url, ...facts };
  const { status = 0, ok = false } = answer ?? {};
  throw new ApiError(status, 'unreadable', ok ? messages.uploadUnreadable : messages.uploadFailed);
}
