import { outputOptions } from '../../../engine/edit/output.ts';
import { lastVideo } from '../../../engine/edit/sceneLength.ts';
import type { Project, Scene } from '../../../engine/project/project.ts';
import { layerPreview } from '../../client/media/layerTitle.ts';

/** Why the duration of a scene cannot be edited, as a sentence; undefined if it can. */
export function lengthReason(project: Project, scene: Scene): string | undefined {
  const { lengthBy } = outputOptions(project, scene);
  if (lengthBy === 'audio') return 'It lasts as long as the audio. Trim the audio to change that.';
  const video = lengthBy === 'video' ? lastVideo(scene) : undefined;
  return video && `It lasts as long as its video ${layerPreview(video)}. Trim the video to change that.`;
}
