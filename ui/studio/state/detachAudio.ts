import { detachAudio } from '../../../engine/edit/detachAudio.ts';
import { findLayer } from '../../../engine/edit/find.ts';
import { newId } from '../../../engine/project/id.ts';
import { localUrlOf } from '../../media/mediaTable.ts';
import { showNote } from '../../state/notices.ts';
import { loadWithRetry } from './lazyPart.ts';
import { change, studio } from './studio.ts';

/** Longest time to probe the file, in milliseconds. After that it is assumed to have audio. */
const GIVE_UP_AFTER_MS = 3000;

/** Moves the audio of a video into a layer of its own and reports it. Shows a note if the video has no audio. */
export async function detachSoundOf(layerId: string): Promise<void> {
  const layer = findLayer(studio.project, layerId)?.layer;
  if (layer?.type !== 'video') return;
  if (await isSilent(layer.url)) {
    showNote('This video has no audio.');
    return;
  }
  const before = studio.project;
  change((project) => detachAudio(project, layerId, newId));
  if (studio.project !== before) showNote('The audio is now its own layer, on the timeline and in the layer list.');
}

async function isSilent(url: string): Promise<boolean> {
  const address = localUrlOf(url);
  if (address === undefined) return false;
  const signal = AbortSignal.timeout(GIVE_UP_AFTER_MS);
  try {
    const [{ bytesAt }, { readVideo }] = await loadWithRetry(() =>
      Promise.all([
        import('../../../engine/browser/frames/fileBytes.ts'),
        import('../../../engine/browser/frames/readVideo.ts'),
      ]),
    );
    const bytes = await bytesAt(address, signal);
    const facts = bytes && bytes !== 'large' ? await readVideo(bytes, signal) : undefined;
    return facts?.hasAudio === false;
  } catch {
    return false;
  }
}
