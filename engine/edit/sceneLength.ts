import { setsLength } from '../kinds/index.ts';
import type { PlayedLayer } from '../project/layers.ts';
import { MAX_CUSTOM_SECONDS, MIN_CUSTOM_SECONDS } from '../project/limits.ts';
import type { Project, Scene } from '../project/project.ts';
import { layerTime, playedEnd, sceneStart } from '../timeline/durations.ts';
import { findLayer } from './find.ts';
import { trimLayerTime } from './layerTime.ts';
import { linkedWith } from './link.ts';
import { outputOptions, setOutput } from './output.ts';

/** Returns the video that sets a scene's length: the one that ends last; undefined if none does. */
export function lastVideo(scene: Scene): PlayedLayer | undefined {
  return scene.layers.filter(setsLength).toSorted((one, other) => playedEnd(other) - playedEnd(one))[0];
}

/**
 * Moves the end of a scene, as a drag does: sets a chosen length, 0.1 s to 8 min, or trims the video that ends last,
 * with linked layers that end with it.
 * Does nothing if the audio track sets the length.
 * @param at seconds of the scene; clamped to valid times.
 */
export function moveSceneEnd(project: Project, sceneId: string, at: number): Project {
  const scene = project.scenes.find(({ id }) => id === sceneId);
  if (!scene || !Number.isFinite(at)) return project;
  const { lengthBy } = outputOptions(project, scene);
  if (lengthBy === 'audio') return project;
  const video = lastVideo(scene);
  if (video) return withEndsTogether(project, trimLayerTime(project, video.id, 'end', at), video.id);
  const seconds = Math.min(MAX_CUSTOM_SECONDS, Math.max(MIN_CUSTOM_SECONDS, Math.round(at * 100) / 100));
  return setOutput(project, sceneId, { type: 'video', seconds });
}

/** Layers that end this close to each other end together, in seconds. */
const TOGETHER = 1e-3;

function withEndsTogether(before: Project, after: Project, layerId: string): Project {
  const endIn = (project: Project, id: string) => {
    const found = findLayer(project, id);
    return found && sceneStart(project, found.scene.id) + layerTime(project, found).to;
  };
  const [was = 0, is = 0] = [endIn(before, layerId), endIn(after, layerId)];
  return linkedWith(before, layerId).reduce((now, id) => {
    const partner = findLayer(now, id);
    const end = endIn(before, id);
    const isTogether = end !== undefined && Math.abs(end - was) < TOGETHER;
    if (!partner || id === layerId || !isTogether || partner.layer.isLocked) return now;
    return trimLayerTime(now, id, 'end', is - sceneStart(now, partner.scene.id));
  }, after);
}
