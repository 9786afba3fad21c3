import { timesOf } from '../../../engine/edit/detachAudio.ts';
import { addLayer } from '../../../engine/edit/layers.ts';
import { type ChosenMedia, newMediaLayer } from '../../../engine/edit/newLayers.ts';
import { newId } from '../../../engine/project/id.ts';
import type { VideoLayer } from '../../../engine/project/layers.ts';
import { showNote } from '../../state/notices.ts';
import { change, studio } from './studio.ts';

/** Two durations that differ by less belong to the same audio, in seconds. */
const SAME_LENGTH = 0.1;

/**
 * Offers to add the separate audio file of a linked video. A project file names only the video's link, so the video
 * would be silent. Does nothing if the videos are muted or the audio has been added already.
 * @param url the link, as the project names it.
 */
export function offerSeparateAudio(url: string, sound: ChosenMedia): void {
  if (isThere(sound) || videosOf(url).length === 0) return;
  const run = () => {
    for (const { sceneId, video } of videosOf(url)) {
      const layer = {
        ...newMediaLayer(sound, newId),
        ...timesOf(video),
        ...(video.isHidden ? { isHidden: true } : {}),
      };
      change((project) => addLayer(project, sceneId, layer));
    }
  };
  showNote('The audio of a linked video is a separate file.', { action: { label: 'Add its audio', run } });
}

function isThere({ url, duration }: ChosenMedia): boolean {
  const sounds = studio.project.scenes.flatMap(({ layers }) => layers).filter(({ type }) => type === 'audio');
  return sounds.some(
    (one) =>
      one.type === 'audio' &&
      (one.url === url || (one.source === 'pastedLink' && Math.abs((one.duration ?? 0) - duration) < SAME_LENGTH)),
  );
}

/** The unmuted videos of a link, with their scenes. */
function videosOf(url: string): { sceneId: string; video: VideoLayer }[] {
  return studio.project.scenes.flatMap(({ id, layers }) =>
    layers.flatMap((layer) =>
      layer.type === 'video' && layer.url === url && !layer.isMuted ? [{ sceneId: id, video: layer }] : [],
    ),
  );
}
