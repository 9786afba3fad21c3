import type { MakeId } from '../project/id.ts';
import type { Layer } from '../project/layers.ts';
import { MAX_SCENES } from '../project/limits.ts';
import { messages } from '../project/messages.ts';
import type { Parsed } from '../project/parse.ts';
import { problem } from '../project/problems.ts';
import type { Project, Scene } from '../project/project.ts';
import { toMicroseconds } from '../project/roundTime.ts';
import { hasTimedVideo, layerTime, sceneDuration } from '../timeline/durations.ts';
import { withProjectLayers } from '../timeline/overlay.ts';
import { withAutoLoop } from './audioLoop.ts';
import { findLayer, findScene } from './find.ts';
import { MIN_LAYER_SECONDS, splitLayer } from './layerTime.ts';
import { movedUp } from './ripple.ts';
import { noRoomForLayers } from './room.ts';
import { withOutputKind, withVideoOutput } from './still.ts';

/** Times this near are the same moment, in seconds: layers have milliseconds, files microseconds. */
const SAME = 1e-3;

/**
 * Splits a scene into two that follow each other without a transition and play as before. Layers that are visible then
 * are split; later ones, and layers of the project that follow the scene and begin later, belong to the second scene.
 * @param at seconds of the scene.
 * @param makeId makes the id of the second scene, then those of the second parts.
 * @returns a problem if the moment is less than 0.1 s from an end of the scene, if a layer there cannot be split (see
 * splitLayer), if the first scene would end earlier without a video, or at 500 scenes; the same project if the scene is
 * unknown.
 */
export function splitScene(project: Project, sceneId: string, at: number, makeId: MakeId): Parsed<Project> {
  const index = project.scenes.findIndex(({ id }) => id === sceneId);
  const scene = project.scenes[index];
  if (!scene) return { ok: true, value: project };
  const length = sceneDuration(project, scene);
  if (!(at >= MIN_LAYER_SECONDS - 1e-9 && length - at >= MIN_LAYER_SECONDS - 1e-9)) return refused(messages.splitScene);
  if (project.scenes.length >= MAX_SCENES) return refused(messages.tooManyScenes);
  const secondId = makeId();
  const parts = splitLayers(project, scene, at, makeId);
  if (!parts.ok) return parts;
  const layers = findScene(parts.value, sceneId)?.layers ?? [];
  const isLater = ({ from = 0 }: Layer) => from >= at - SAME;
  const { transition: _, ...rest } = scene;
  const halves = [
    ofLength({ ...scene, layers: layers.filter((layer) => !isLater(layer)) }, at),
    ofLength(
      { ...rest, id: secondId, layers: layers.filter(isLater).map((layer) => movedUp(layer, at)) },
      toMicroseconds(length - at),
    ),
  ];
  const scenes = parts.value.scenes.toSpliced(index, 1, ...halves);
  const followers = parts.value.layers?.map((layer) =>
    layer.anchor === sceneId && isLater(layer) ? { ...movedUp(layer, at), anchor: secondId } : layer,
  );
  const video = withVideoOutput({ ...parts.value, scenes });
  const next = withAutoLoop(withOutputKind(project, followers ? withProjectLayers(video, followers) : video));
  const [first, second] = halves.map((half) => sceneDuration(next, half));
  const isSameLength = Math.abs((first ?? 0) - at) < SAME && Math.abs((second ?? 0) - (length - at)) < SAME;
  return isSameLength ? { ok: true, value: next } : refused(messages.splitSceneGap);
}

/** Splits the layers of a scene that are visible at a moment. */
function splitLayers(project: Project, scene: Scene, at: number, makeId: MakeId): Parsed<Project> {
  let next = project;
  for (const layer of scene.layers) {
    // A layer may have been split together with a linked layer.
    const now = findLayer(next, layer.id);
    const { from, to } = now ? layerTime(next, now) : { from: at, to: at };
    if (from > at - SAME || to < at + SAME) continue;
    const split = splitLayer(next, layer.id, at, makeId);
    if (!split.ok) return split;
    if (split.value === next) return refused(noRoomForLayers(next));
    next = split.value;
  }
  return { ok: true, value: next };
}

/** Gives a scene without a video a length of its own. */
function ofLength(scene: Scene, seconds: number): Scene {
  return hasTimedVideo(scene) ? scene : { ...scene, isImageVideo: true, duration: seconds };
}

function refused(message: string): Parsed<never> {
  return { ok: false, problems: [problem('time.order', [], message)] };
}
