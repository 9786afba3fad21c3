import { isImage } from '../kinds/image.ts';
import type { ImageLayer, Layer } from '../project/layers.ts';
import { MAX_SECONDS, MIN_MOTION_SECONDS } from '../project/limits.ts';
import type { Project, Scene } from '../project/project.ts';
import type { ImageMotion } from '../project/videoEffects.ts';
import { layerTime } from '../timeline/durations.ts';
import { findScene, mapScenes } from './find.ts';

/** Tolerance within which a motion counts as being as long as its image, in seconds. */
const SAME = 0.05;

/** After an edit that changed the span of images: adapts motions that had the length of their image. Others stay. */
export function withFollowingMotions(before: Project, after: Project): Project {
  if (after === before) return after;
  return mapScenes(after, (scene) => {
    const former = findScene(before, scene.id);
    if (!former || !scene.layers.some(moves)) return scene;
    const layers = scene.layers.map((layer) => followed(layer, { before, former, after, scene }));
    return layers.every((layer, index) => layer === scene.layers[index]) ? scene : { ...scene, layers };
  });
}

type Moving = ImageLayer & { motion: ImageMotion };

function moves(layer: Layer): layer is Moving {
  return isImage(layer) && layer.motion !== undefined;
}

function followed(
  layer: Layer,
  { before, former, after, scene }: { before: Project; former: Scene; after: Project; scene: Scene },
): Layer {
  const was = former.layers.find(({ id }) => id === layer.id);
  if (!moves(layer) || !was || !moves(was) || was.motion !== layer.motion) return layer;
  const length = secondsOf(after, scene, layer);
  const rest = layer.motion.duration - (layer.motion.at ?? 0) - secondsOf(before, former, was);
  const duration = Math.min(MAX_SECONDS, Math.max(MIN_MOTION_SECONDS, length + (layer.motion.at ?? 0)));
  if (Math.abs(rest) > SAME || duration === layer.motion.duration) return layer;
  return { ...layer, motion: { ...layer.motion, duration } };
}

function secondsOf(project: Project, scene: Scene, layer: Layer): number {
  const { from, to } = layerTime(project, { scene, layer });
  return to - from;
}
