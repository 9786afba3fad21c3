import { setsLength } from '../kinds/index.ts';
import type { PlayedLayer } from '../project/layers.ts';
import { MAX_CUSTOM_SECONDS, MIN_CUSTOM_SECONDS } from '../project/limits.ts';
import type { Project, Scene } from '../project/project.ts';
import { playedEnd } from '../timeline/durations.ts';
import { trimLayerTime } from './layerTime.ts';
import { outputOptions, setOutput } from './output.ts';

/** The video that gives a scene its length: the one that ends last; undefined where none does. */
export function lastVideo(scene: Scene): PlayedLayer | undefined {
  return scene.layers.filter(setsLength).toSorted((one, other) => playedEnd(other) - playedEnd(one))[0];
}

/**
 * Moves the end of a scene, as a drag does: where its length is chosen it is so long then, 0.1 s to 8 min; where videos
 * decide, the one that ends last is trimmed. Where the audio track decides nothing changes.
 * @param at seconds of the scene; cut to what is possible.
 */
export function moveSceneEnd(project: Project, sceneId: string, at: number): Project {
  const scene = project.scenes.find(({ id }) => id === sceneId);
  if (!scene || !Number.isFinite(at)) return project;
  const { lengthBy } = outputOptions(project, scene);
  if (lengthBy === 'audio') return project;
  const video = lastVideo(scene);
  if (video) return trimLayerTime(project, video.id, 'end', at);
  const seconds = Math.min(MAX_CUSTOM_SECONDS, Math.max(MIN_CUSTOM_SECONDS, Math.round(at * 100) / 100));
  return setOutput(project, sceneId, { type: 'video', seconds });
}
