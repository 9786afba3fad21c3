import { ApiError } from '../../../api/contract/errors.ts';
import type { ChosenMedia } from '../../../engine/edit/newLayers.ts';
import { messages } from '../../../engine/project/messages.ts';
import { measureFile } from '../store/measure.ts';
import { takeIn } from './files.ts';
import { addMedia } from './layers.ts';

/** A video that comes with the service. */
const VIDEO = '/samples/media/mountains.mp4';
/** Sound that comes with the service. */
const SOUND = '/samples/media/music.mp3';

/** Adds the sample video as a layer (studio spec §2: "or try a sample!"). */
export function addSample(): Promise<void> {
  return takeIn({
    words: messages.uploadFetches,
    take: (signal) => fetchSample(VIDEO, signal),
    land: (video) => addMedia([video]),
  });
}

/** Takes the sample audio (studio spec §9). @param place as of `takeIn`. */
export function takeSampleAudio(place: string, land: (sound: ChosenMedia) => void): Promise<void> {
  return takeIn({ words: messages.uploadFetches, place, take: (signal) => fetchSample(SOUND, signal), land });
}

async function fetchSample(url: string, signal: AbortSignal): Promise<ChosenMedia> {
  const answer = await fetch(url, { signal }).catch(() => undefined);
  const facts = answer?.ok ? await measureFile(await answer.blob()) : undefined;
  signal.throwIfAborted();
  if (facts) return { url, ...facts };
  const { status = 0, ok = false } = answer ?? {};
  throw new ApiError(status, 'unreadable', ok ? messages.uploadUnreadable : messages.uploadFailed);
}
