import { messages } from '../../../engine/project/messages.ts';
import { takeIntoProject } from './addFiles.ts';
import { addMedia } from './layers.ts';
import { loadWithRetry } from './lazyPart.ts';

/** Adds the sample video as a layer ("or try a sample!"). */
export function addSample(): Promise<void> {
  return takeIntoProject({
    words: messages.uploadFetches,
    take: async (signal) => {
      const { fetchSample, SAMPLE_VIDEO } = await loadWithRetry(() => import('../../media/addAll.ts'));
      return fetchSample(SAMPLE_VIDEO, signal);
    },
    land: (video) => addMedia([video]),
  });
}
