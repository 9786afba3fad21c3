import type { ChosenMedia } from '../../../engine/edit/newLayers.ts';
import { messages } from '../../../engine/project/messages.ts';
import { fetchSample, SAMPLE_SOUND, SAMPLE_VIDEO } from '../../media/sampleMedia.ts';
import { takeIntoProject } from './files.ts';
import { addMedia } from './layers.ts';

/** Adds the sample video as a layer ("or try a sample!"). */
export function addSample(): Promise<void> {
  return takeIntoProject({
    words: messages.uploadFetches,
    take: (signal) => fetchSample(SAMPLE_VIDEO, signal),
    land: (video) => addMedia([video]),
  });
}

/** Takes the sample audio. @param place as of `takeIn`. */
export function takeSampleAudio(place: string, land: (sound: ChosenMedia) => void): Promise<void> {
  return takeIntoProject({
    words: messages.uploadFetches,
    place,
    take: (signal) => fetchSample(SAMPLE_SOUND, signal),
    land,
  });
}
