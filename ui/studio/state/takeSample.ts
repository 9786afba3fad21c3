import { messages } from '../../../engine/project/messages.ts';
import { fetchSample, SAMPLE_VIDEO } from '../../media/addAll.ts';
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
