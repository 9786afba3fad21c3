import { setsLength } from '../kinds/index.ts';
import type { PlayedLayer } from '../project/layers.ts';
import { MAX_CUSTOM_SECONDS, MIN_CUSTOM_SECONDS } from '../project/limits.ts';
import type { Project, Scene } from '../project/project.ts';
import { playedEnd } from '../timeline/durations.ts';
import { trimLayerTime } from './layerTime.ts';
import { outputOptions, setOutput } from './output.ts';

/** Returns the video that sets a scene's length: the one that ends last; undefined if none does. */
export function lastVideo(scene: Scene): PlayedLayer | undefined {
  return scene.layers.filter(setsLength).toSorted((one, other) => playedEnd(other) - playedEnd(one))[0];
}

/**
 * Moves the end of a scene, as a drag does: sets a chosen length, 0.1 s to 8 min, or trims the video that ends last.
 * Does nothing if the audio track sets the length.
 * @param at seconds of the scene; clamped to valid times.
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
